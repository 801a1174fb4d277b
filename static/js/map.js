// The map: saved as a picture, and the whole of it drawn on a canvas in slices, so that the page never waits.

const figure = document.querySelector("[data-map]");

const counted = (number, one, many) => `${number} ${number === 1 ? one : many}`;

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

const saveSvg = (svg) => offer(new Blob([alone(svg)], { type: "image/svg+xml" }), "map.svg");
const savePng = async (svg) => {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(alone(svg))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 1800;
  canvas.height = 1240;
  canvas.getContext("2d").drawImage(image, 0, 0);
  canvas.toBlob((data) => offer(data, "map.png"));
};

// Springs along the facts, repulsion from what is near (found in a grid), a slow pull to the middle.
const REACH = 60;
const step = (map, heat) => {
  const { x, y, edges, count } = map;
  const dx = new Float64Array(count);
  const dy = new Float64Array(count);
  const cells = new Map();
  for (let i = 0; i < count; i++) {
    const key = `${Math.floor(x[i] / REACH)},${Math.floor(y[i] / REACH)}`;
    if (!cells.has(key)) cells.set(key, []);
    cells.get(key).push(i);
  }
  for (let i = 0; i < count; i++) {
    const cx = Math.floor(x[i] / REACH);
    const cy = Math.floor(y[i] / REACH);
    for (let gx = cx - 1; gx <= cx + 1; gx++) for (let gy = cy - 1; gy <= cy + 1; gy++) {
      for (const j of cells.get(`${gx},${gy}`) ?? []) {
        if (j === i) continue;
        const ax = x[i] - x[j] || 0.01 * (i - j);
        const ay = y[i] - y[j] || 0.01;
        const far = Math.max(ax * ax + ay * ay, 4);
        if (far >= REACH * REACH) continue; // how far it reaches must not depend on where the grid's lines are
        const push = (240 / far) * (1 - Math.sqrt(far) / REACH);
        dx[i] += ax * push;
        dy[i] += ay * push;
      }
    }
    dx[i] -= x[i] * 0.012;
    dy[i] -= y[i] * 0.012;
  }
  for (const [one, two] of edges) {
    const ax = x[two] - x[one];
    const ay = y[two] - y[one];
    const pull = (Math.hypot(ax, ay) - 30) / (Math.hypot(ax, ay) || 1) * 0.12;
    dx[one] += ax * pull; dy[one] += ay * pull;
    dx[two] -= ax * pull; dy[two] -= ay * pull;
  }
  for (let i = 0; i < count; i++) {
    const far = Math.hypot(dx[i], dy[i]) || 1;
    x[i] += (dx[i] / far) * Math.min(far, heat);
    y[i] += (dy[i] / far) * Math.min(far, heat);
  }
};

const colours = (canvas) => {
  const of = (name) => {
    const probe = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    probe.setAttribute("class", name);
    document.getElementById("map-svg").append(probe);
    const fill = getComputedStyle(probe).fill;
    probe.remove();
    return fill;
  };
  return { groups: [0, 1, 2, 3, 4, 5].map((one) => of(`c${one}`)), ink: getComputedStyle(canvas).color, plain: of("") };
};

const paint = (canvas, map, view, inks) => {
  const pen = canvas.getContext("2d");
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.setTransform(view.zoom, 0, 0, view.zoom, view.x, view.y);
  pen.strokeStyle = inks.ink;
  pen.globalAlpha = 0.25;
  pen.lineWidth = 1 / view.zoom;
  for (const waiting of [0, 1]) {
    pen.setLineDash(waiting ? [4, 3] : []);
    pen.beginPath();
    for (const [one, two, un] of map.edges) if (un === waiting) { pen.moveTo(map.x[one], map.y[one]); pen.lineTo(map.x[two], map.y[two]); }
    pen.stroke();
  }
  pen.setLineDash([]);
  pen.globalAlpha = 1;
  map.nodes.forEach(([, , group], i) => {
    pen.fillStyle = group === null ? inks.plain : inks.groups[group % 6];
    pen.beginPath();
    pen.arc(map.x[i], map.y[i], 5, 0, 7);
    pen.fill();
    pen.stroke();
  });
  pen.fillStyle = inks.ink;
  pen.font = `${12 / Math.max(view.zoom, 0.6)}px serif`;
  const named = view.zoom > 1.4 ? map.count : Math.min(400, map.count);
  const line = 14 / Math.max(view.zoom, 0.6);
  const taken = []; // the more important name stays, one that would cover it waits until one comes nearer
  for (let i = 0; i < named; i++) {
    const whole = map.nodes[i][1];
    const name = whole.length > 24 ? `${whole.slice(0, 23).trimEnd()}…` : whole;
    const [left, top, wide] = [map.x[i] + 7, map.y[i], pen.measureText(name).width];
    if (taken.some((one) => left < one.left + one.wide && one.left < left + wide && Math.abs(top - one.top) < line)) continue;
    taken.push({ left, top, wide });
    pen.fillText(name, left, top + 4);
  }
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

let drawn = null; // the whole map once it is drawn, for saving it

const drawWhole = async (button, canvas, says) => {
  says.textContent = "Reading the map";
  const { nodes, edges } = await (await fetch(button.dataset.from)).json();
  const place = new Map(nodes.map(([pk], i) => [pk, i]));
  const count = nodes.length;
  const map = { nodes, count, x: new Float64Array(count), y: new Float64Array(count), edges: edges.map(([one, two, un]) => [place.get(one), place.get(two), un]) };
  for (let i = 0; i < count; i++) { map.x[i] = 9 * Math.sqrt(i) * Math.cos(i * 2.4); map.y[i] = 9 * Math.sqrt(i) * Math.sin(i * 2.4); }
  document.getElementById("map-svg").setAttribute("hidden", "");
  canvas.hidden = false;
  canvas.width = canvas.clientWidth * devicePixelRatio;
  canvas.height = canvas.clientHeight * devicePixelRatio;
  const view = { zoom: 1, x: 0, y: 0 };
  const fit = () => {
    const wide = 2 * Math.max(40, ...map.x.map(Math.abs));
    const high = 2 * Math.max(40, ...map.y.map(Math.abs));
    view.zoom = Math.min(2 * devicePixelRatio, (canvas.width - 120) / wide, (canvas.height - 60) / high);
    view.x = canvas.width / 2;
    view.y = canvas.height / 2;
  };
  let inks = colours(canvas);
  const ground = () => getComputedStyle(canvas).backgroundColor;
  drawn = { map, get inks() { return inks; }, get ground() { return ground(); } };
  let heat = 12;
  const frame = () => {
    const until = performance.now() + 10; // milliseconds of a frame for moving, the rest for the page
    while (heat > 0.3 && performance.now() < until) { step(map, heat); heat *= 0.99; }
    fit();
    paint(canvas, map, view, inks);
    if (heat > 0.3) requestAnimationFrame(frame);
    else { says.textContent = `${counted(count, "entry", "entries")} and ${counted(map.edges.length, "connection", "connections")}`; canvas.dataset.settled = "yes"; }
  };
  says.textContent = "Finding places";
  requestAnimationFrame(frame);
  const again = () => requestAnimationFrame(() => paint(canvas, map, view, inks));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { inks = colours(canvas); again(); });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const by = event.deltaY < 0 ? 1.15 : 1 / 1.15;
    const at = { x: event.offsetX * devicePixelRatio, y: event.offsetY * devicePixelRatio };
    view.x = at.x - (at.x - view.x) * by;
    view.y = at.y - (at.y - view.y) * by;
    view.zoom *= by;
    again();
  }, { passive: false });
  canvas.addEventListener("pointermove", (event) => {
    if (!event.buttons) return;
    view.x += event.movementX * devicePixelRatio;
    view.y += event.movementY * devicePixelRatio;
    again();
  });
};

if (figure) {
  const svg = document.getElementById("map-svg");
  const canvas = figure.querySelector("canvas");
  const says = figure.querySelector("[data-map-says]");
  figure.querySelector("[data-map-tools]").hidden = false;
  const window_ = svg.parentElement; // narrower than the picture on a phone: what it is about stands in the middle
  window_.scrollLeft = (window_.scrollWidth - window_.clientWidth) / 2;
  figure.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const isWhole = !canvas.hidden;
    if ("mapWhole" in button.dataset && isWhole) {
      canvas.hidden = true;
      svg.removeAttribute("hidden");
      button.textContent = "Show the whole map";
      says.textContent = "";
    } else if ("mapWhole" in button.dataset) {
      delete canvas.dataset.settled;
      button.textContent = "Back to the part";
      drawWhole(button, canvas, says);
    } else if (button.dataset.mapSave === "svg" && isWhole) {
      offer(new Blob([wholeSvg(drawn)], { type: "image/svg+xml" }), "map.svg");
    } else if (button.dataset.mapSave === "svg") saveSvg(svg);
    else if (button.dataset.mapSave === "png" && isWhole) onGround(canvas, drawn.ground).toBlob((data) => offer(data, "map.png"));
    else if (button.dataset.mapSave === "png") savePng(svg);
  });
}
