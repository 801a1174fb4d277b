// A form whose work takes long says so, and cannot be sent twice: a page that is on its way shows nothing by itself.

const SHOWN_AFTER = 300; // milliseconds: most come back before anybody wonders

document.addEventListener("submit", (event) => {
  const words = event.target.dataset.while;
  if (!words || event.defaultPrevented) return;
  const buttons = event.target.querySelectorAll("button");
  const told = Object.assign(document.createElement("p"), { className: "meta", role: "status" });
  event.target.append(told);
  setTimeout(() => { for (const button of buttons) button.disabled = true; }); // after what was pressed was put into the form
  const said = setTimeout(() => { told.textContent = words; }, SHOWN_AFTER);
  window.addEventListener("pageshow", () => { // who comes back by the browser's button finds it as it was
    clearTimeout(said);
    told.remove();
    for (const button of buttons) button.disabled = false;
  }, { once: true });
});
