// Single keys press what carries them: `data-key="y"`. They rest while one types, and can be switched off.

const typing = (target) => target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
const visible = (element) => element.offsetParent !== null || element.hasAttribute("data-key-hidden");

document.addEventListener("keydown", (press) => {
  if (document.body.dataset.keys !== "on" || press.ctrlKey || press.metaKey || press.altKey) return;
  if (typing(press.target) || press.key.length !== 1) return;
  const key = press.key.toLowerCase();
  if (key === "?") {
    const list = document.getElementById("keys");
    list?.scrollIntoView({ block: "nearest" });
    list?.focus();
    return;
  }
  const found = [...document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)].find(visible);
  if (!found) return;
  press.preventDefault();
  if (press.shiftKey && (key === "j" || key === "k")) document.dispatchEvent(new CustomEvent("walk"));
  if (found.type === "checkbox") {
    found.dispatchEvent(new CustomEvent("pick", { bubbles: true, detail: { range: press.shiftKey } }));
  } else {
    found.click();
  }
});
