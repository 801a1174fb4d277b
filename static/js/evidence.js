// A citation chip opens its fact in the margin, and only one fact is open at a time.

const open = (number) => {
  const line = document.getElementById(`f${number}`);
  const details = line?.querySelector("details");
  if (!details) return;
  details.open = true;
  line.scrollIntoView({ block: "nearest" });
};

// The chip's address names its answer; another answer's evidence is fetched first.
document.addEventListener("click", async (event) => {
  const chip = event.target.closest?.(".cite");
  if (!chip || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const address = new URL(chip.href);
  const answer = address.searchParams.get("answer");
  const number = address.hash.slice(2);
  event.preventDefault();
  if (document.getElementById("evidence").dataset.answer !== answer) {
    await htmx.ajax("GET", address.pathname + address.search, { target: "#evidence", swap: "outerHTML" });
  }
  document.querySelectorAll(".cite[aria-current]").forEach((other) => other.removeAttribute("aria-current"));
  chip.setAttribute("aria-current", "true");
  open(number);
});

document.addEventListener("toggle", (event) => {
  const line = event.target.closest?.(".ev > li");
  if (!line) return;
  line.classList.toggle("is-open", event.target.open);
  if (!event.target.open) return;
  document.querySelectorAll(".ev details[open]").forEach((other) => {
    if (other !== event.target) other.open = false;
  });
}, true);

if (location.hash.startsWith("#f")) open(location.hash.slice(2));
