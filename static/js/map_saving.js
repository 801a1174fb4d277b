// The map as a file: the part that the page draws, or the whole from its canvas, as SVG or PNG.

const offer = (data, name) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

// Attributes instead of the page's style sheet, which the saved file does not have.
const DRAWN = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-family", "font-size", "font-style", "font-weight", "opacity", "paint-order"];
const alone = (svg) => {
  const copy = svg.cloneNode(true);
  const copies = copy.querySelectorAll("*");
  svg.querySelectorAll("*").forEach((part, place) => {
    const style = getComputedStyle(part);
    DRAWN.forEach((name) => copies[place].setAttribute(name, style.getPropertyValue(name)));
  });
  copy.querySelectorAll("a").forEach((link) => link.removeAttribute("href"));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", 1800);
  copy.setAttribute("height", 1240);
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", getComputedStyle(svg).backgroundColor);
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
};

export const saveSvg = (svg) => offer(new Blob([alone(svg)], { type: "image/svg+xml" }), "map.svg");
export const savePng = async (svg) => {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(alone(svg))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 1800;
  canvas.height = 1240;
  canvas.getContext("2d").drawImage(image, 0, 0);
  canvas.toBlob((data) => offer(data, "map.png"));
};

// The whole map as a picture of its own: the same places and colours as on the canvas, without the page's styles.
const wholeSvg = ({ map, inks, ground }) => {
  const wide = 2 * Math.max(40, ...map.x.map(Math.abs)) + 160;
  const high = 2 * Math.max(40, ...map.y.map(Math.abs)) + 80;
  const make = (parent, name, attributes, text) => {
    const one = document.createElementNS("http://www.w3.org/2000/svg", name);
    Object.entries(attributes).forEach(([key, value]) => one.setAttribute(key, value));
    if (text !== undefined) one.textContent = text;
    parent.append(one);
    return one;
  };
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  svg.setAttribute("viewBox", `${-wide / 2} ${-high / 2} ${wide} ${high}`);
  make(svg, "rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, fill: ground });
  const at = (number) => number.toFixed(1);
  for (const [one, two, un] of map.edges) {
    const line = { x1: at(map.x[one]), y1: at(map.y[one]), x2: at(map.x[two]), y2: at(map.y[two]), stroke: inks.ink, "stroke-opacity": 0.25 };
    make(svg, "line", un ? { ...line, "stroke-dasharray": "4 3" } : line);
  }
  map.nodes.forEach(([, name, group], i) => {
    const fill = group === null ? inks.plain : inks.groups[group % 6];
    make(svg, "circle", { cx: at(map.x[i]), cy: at(map.y[i]), r: 5, fill, stroke: inks.ink });
    make(svg, "text", { x: at(map.x[i] + 7), y: at(map.y[i] + 4), fill: inks.ink, "font-family": "serif", "font-size": 12 }, name);
  });
  return new XMLSerializer().serializeToString(svg);
};

// A saved canvas would be see-through where nothing is drawn.
const onGround = (canvas, ground) => {
  const copy = document.createElement("canvas");
  copy.width = canvas.width;
  copy.height = canvas.height;
  const pen = copy.getContext("2d");
  pen.fillStyle = ground;
  pen.fillRect(0, 0, copy.width, copy.height);
  pen.drawImage(canvas, 0, 0);
  return copy;
};

export const saveWholeSvg = (drawn) => offer(new Blob([wholeSvg(drawn)], { type: "image/svg+xml" }), "map.svg");
export const saveWholePng = (canvas, drawn) => onGround(canvas, drawn.ground).toBlob((data) => offer(data, "map.png"));
