// Selecting proposals: x selects the open one, Shift a range, Shift+j and Shift+k what one passes, "Up to…" a range by
// touch; the buttons for the selected say how many they are.

const selected = new Set();
let last = null;
let walking = false; // the card that opens next is selected
let ranging = false; // the box that is ticked next ends a range

const boxes = () => [...document.querySelectorAll("input[data-pick]")];

const count = () => {
  for (const group of document.querySelectorAll("[data-group]")) {
    const number = group.querySelectorAll("input[data-pick]:checked").length;
    group.querySelectorAll("[data-when-picked]").forEach((part) => { part.hidden = number === 0; });
    group.querySelectorAll("[data-when-none]").forEach((part) => { part.hidden = number > 0; });
    group.querySelectorAll("[data-picked]").forEach((part) => { part.textContent = number; });
    group.querySelectorAll("[data-clear], [data-range]").forEach((part) => { part.hidden = false; });
    group.querySelectorAll("[data-range]").forEach((part) => { part.setAttribute("aria-pressed", String(ranging)); });
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

const openBox = () => document.querySelector(".card input[data-pick]");
document.addEventListener("walk", () => {
  const box = openBox();
  if (box) select(box, true, false);
  walking = true;
});
document.addEventListener("pick", (event) => select(event.target, !event.target.checked, event.detail.range));
document.addEventListener("click", (event) => {
  if (event.target.matches?.("input[data-pick]")) {
    const range = event.shiftKey || ranging;
    ranging = false;
    select(event.target, event.target.checked, range);
  }
  if (event.target.closest?.("[data-range]")) {
    ranging = !ranging;
    count();
  }
  const clear = event.target.closest?.("[data-clear]");
  if (!clear) return;
  clear.closest("[data-group]").querySelectorAll("input[data-pick]").forEach((box) => set(box, false));
  count();
});
document.addEventListener("htmx:after:swap", () => {
  restore();
  if (walking && openBox()) select(openBox(), true, false);
  walking = false;
  const card = document.querySelector("article.card");
  card?.scrollIntoView({ block: "nearest" });
  if (document.activeElement === document.body) card?.focus({ preventScroll: true }); // what held it is gone
});
boxes().filter((box) => box.checked).forEach((box) => selected.add(box.value));
count();
