// The map's page: the part around one entry, the whole of it instead, and either as a file.

import { savePng, saveSvg, saveWholePng, saveWholeSvg } from "./map_saving.js";
import { drawWhole } from "./map_whole.js";

const figure = document.querySelector("[data-map]");

if (figure) {
  const svg = document.getElementById("map-svg");
  const canvas = figure.querySelector("canvas");
  const says = figure.querySelector("[data-map-says]");
  const nearer = figure.querySelectorAll("[data-map-nearer]");
  figure.querySelector("[data-map-tools]").hidden = false;
  const window_ = svg.parentElement; // narrower than the picture on a phone: what it is about stands in the middle
  window_.scrollLeft = (window_.scrollWidth - window_.clientWidth) / 2;
  let drawn = null; // the whole map while it is shown

  const open = (pk) => {
    const there = new URL(location.href);
    there.searchParams.delete("q");
    there.searchParams.set("center", pk);
    location.assign(there);
  };
  const showWhole = async (button) => {
    delete canvas.dataset.settled;
    button.disabled = true;
    try {
      drawn = await drawWhole(button.dataset.from, canvas, says, open);
    } catch {
      says.textContent = "The whole map could not be read. Load the page again, or try once more.";
      return;
    } finally {
      button.disabled = false;
    }
    button.textContent = "Back to the part";
    nearer.forEach((one) => { one.hidden = false; });
  };
  const showPart = (button) => {
    drawn.end();
    drawn = null;
    canvas.hidden = true;
    nearer.forEach((one) => { one.hidden = true; });
    svg.removeAttribute("hidden");
    button.textContent = "Show the whole map";
    says.textContent = "";
  };

  figure.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const { mapSave, mapNearer } = button.dataset;
    if ("mapWhole" in button.dataset) (drawn ? showPart : showWhole)(button);
    else if (mapNearer && drawn) drawn.nearer(Number(mapNearer));
    else if (mapSave === "svg") drawn ? saveWholeSvg(drawn) : saveSvg(svg);
    else if (mapSave === "png") drawn ? saveWholePng(canvas, drawn) : savePng(svg);
  });
}
