// Selecting proposals: x selects the open one, Shift a range; the buttons for the selected say how many they are.

const selected = new Set();
let last = null;

const boxes = () => [...document.querySelectorAll("input[data-pick]")];

const count = () => {
  for (const group of document.querySelectorAll("[data-group]")) {
    const number = group.querySelectorAll("input[data-pick]:checked").length;
    group.querySelectorAll("[data-when-picked]").forEach((part) => { part.hidden = number === 0; });
    group.querySelectorAll("[data-when-none]").forEach((part) => { part.hidden = number > 0; });
    group.querySelectorAll("[data-picked]").forEach((part) => { part.textContent = number; });
    group.querySelectorAll("[data-clear]").forEach((part) => { part.hidden = false; });
  }
};

const set = (box, checked) => {
  box.checked = checked;
  if (checked) selected.add(box.value);
  else selected.delete(box.value);
};

const select = (box, checked, range) => {
  const all = boxes();
  const from = all.findIndex((other) => other.value === last);
  const to = all.indexOf(box);
  const several = range && from >= 0 ? all.slice(Math.min(from, to), Math.max(from, to) + 1) : [box];
  several.forEach((one) => set(one, checked));
  last = box.value;
  count();
};

// A proposal that opens or closes gets a new box, so what was selected is put back by its number.
const restore = () => {
  const standing = boxes();
  standing.forEach((box) => { box.checked = selected.has(box.value); });
  const values = new Set(standing.map((box) => box.value));
  [...selected].filter((value) => !values.has(value)).forEach((value) => selected.delete(value));
  count();
};

document.addEventListener("pick", (event) => select(event.target, !event.target.checked, event.detail.range));
document.addEventListener("click", (event) => {
  if (event.target.matches?.("input[data-pick]")) select(event.target, event.target.checked, event.shiftKey);
  const clear = event.target.closest?.("[data-clear]");
  if (!clear) return;
  clear.closest("[data-group]").querySelectorAll("input[data-pick]").forEach((box) => set(box, false));
  count();
});
document.addEventListener("htmx:after:swap", () => {
  restore();
  document.querySelector("article.card")?.scrollIntoView({ block: "nearest" });
});
boxes().filter((box) => box.checked).forEach((box) => selected.add(box.value));
count();
