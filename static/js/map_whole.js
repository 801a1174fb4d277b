// The whole map, drawn on a canvas in slices, so that the page never waits; moved, brought nearer and opened by hand.

import { step } from "./map_springs.js";

const counted = (number, one, many) => `${number} ${number === 1 ? one : many}`;
const REST = 0.3; // the heat below which nothing moves visibly
const TAP = 6; // CSS pixels that a finger may slip while it taps
const TARGET = 14; // CSS pixels around a dot that mean it
const NAMES = 120; // CSS pixels beside the outermost dots, for their names

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

// Lines, dots and names are as large on every screen; from far away they grow smaller with the map.
const paint = (canvas, map, view, inks) => {
  const ground = getComputedStyle(canvas).backgroundColor;
  const pen = canvas.getContext("2d");
  const near = view.zoom / devicePixelRatio; // CSS pixels of one of the map's
  const size = (pixels) => pixels / Math.max(near, 0.6);
  const dot = Math.min(5, size(9));
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.setTransform(view.zoom, 0, 0, view.zoom, view.x, view.y);
  pen.strokeStyle = inks.ink;
  pen.globalAlpha = 0.25;
  pen.lineWidth = 1 / near;
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
    pen.arc(map.x[i], map.y[i], dot, 0, 7);
    pen.fill();
    pen.stroke();
  });
  pen.fillStyle = inks.ink;
  pen.strokeStyle = ground; // around a name, so that lines and dots do not run through it
  pen.lineWidth = size(4);
  pen.lineJoin = "round";
  pen.font = `${size(13)}px serif`;
  const named = near > 1.4 ? map.count : Math.min(400, map.count);
  const taken = []; // the name of what is joined to more stays, one that would cover it waits until one comes nearer
  for (const i of map.order.slice(0, named)) {
    const whole = map.nodes[i][1];
    const name = whole.length > 24 ? `${whole.slice(0, 23).trimEnd()}…` : whole;
    const [left, top, wide] = [map.x[i] + dot + size(4), map.y[i], pen.measureText(name).width];
    if (taken.some((one) => left < one.left + one.wide && one.left < left + wide && Math.abs(top - one.top) < size(15))) continue;
    taken.push({ left, top, wide });
    pen.strokeText(name, left, top + size(4));
    pen.fillText(name, left, top + size(4));
  }
};

const read = async (from) => {
  const { nodes, edges } = await (await fetch(from)).json();
  const place = new Map(nodes.map(([pk], i) => [pk, i]));
  const count = nodes.length;
  const map = { nodes, count, x: new Float64Array(count), y: new Float64Array(count), edges: edges.map(([one, two, un]) => [place.get(one), place.get(two), un]) };
  const joined = new Float64Array(count);
  for (const ends of map.edges) { joined[ends[0]]++; joined[ends[1]]++; }
  map.order = nodes.map((_, i) => i).sort((one, two) => joined[two] - joined[one] || one - two);
  for (let i = 0; i < count; i++) { map.x[i] = 9 * Math.sqrt(i) * Math.cos(i * 2.4); map.y[i] = 9 * Math.sqrt(i) * Math.sin(i * 2.4); }
  return map;
};

// What of the map is seen: canvas pixels are `zoom` times the map's, moved by `x` and `y`.
const viewOf = (canvas, map) => {
  const view = { zoom: 1, x: 0, y: 0 };
  view.fit = () => {
    const [left, right, top, bottom] = [Math.min(...map.x), Math.max(...map.x), Math.min(...map.y), Math.max(...map.y)];
    const room = (pixels, from, to) => (pixels - NAMES * devicePixelRatio) / Math.max(to - from, 80);
    view.zoom = Math.min(3 * devicePixelRatio, room(canvas.width, left, right), room(canvas.height, top, bottom));
    view.x = (canvas.width - NAMES * devicePixelRatio / 2) / 2 - (view.zoom * (left + right)) / 2;
    view.y = canvas.height / 2 - (view.zoom * (top + bottom)) / 2;
  };
  view.move = (x, y) => { view.x += x * devicePixelRatio; view.y += y * devicePixelRatio; };
  view.nearer = (by, x, y) => { // what stands at (x, y), in CSS pixels, stays there
    const [atX, atY] = [x * devicePixelRatio, y * devicePixelRatio];
    view.x = atX - (atX - view.x) * by;
    view.y = atY - (atY - view.y) * by;
    view.zoom *= by;
  };
  view.dotAt = (x, y) => {
    const [left, top] = [(x * devicePixelRatio - view.x) / view.zoom, (y * devicePixelRatio - view.y) / view.zoom];
    let [best, least] = [null, Math.max(5, (TARGET * devicePixelRatio) / view.zoom)];
    for (let i = 0; i < map.count; i++) {
      const far = Math.hypot(map.x[i] - left, map.y[i] - top);
      if (far < least) [best, least] = [i, far];
    }
    return best;
  };
  return view;
};

// One finger or the mouse moves it, two bring it nearer, the wheel too; a tap on a dot opens it.
const listen = (canvas, map, view, again, open, signal) => {
  const held = new Map();
  let slipped = 0;
  const on = (name, act, more = {}) => canvas.addEventListener(name, act, { signal, ...more });
  on("wheel", (event) => {
    event.preventDefault();
    view.nearer(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.offsetX, event.offsetY);
    again();
  }, { passive: false });
  on("pointerdown", (event) => {
    if (!held.size) slipped = 0;
    held.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    canvas.setPointerCapture(event.pointerId);
  });
  on("pointermove", (event) => {
    const before = held.get(event.pointerId);
    if (!before) {
      const dot = view.dotAt(event.offsetX, event.offsetY);
      canvas.style.cursor = dot === null ? "grab" : "pointer";
      canvas.title = dot === null ? "" : map.nodes[dot][1];
      return;
    }
    const now = { x: event.offsetX, y: event.offsetY };
    held.set(event.pointerId, now);
    slipped += Math.hypot(now.x - before.x, now.y - before.y);
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      slipped += TAP; // two fingers never tap
      const apart = (one) => Math.hypot(one.x - other.x, one.y - other.y) || 1;
      view.nearer(apart(now) / apart(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
      view.move((now.x - before.x) / 2, (now.y - before.y) / 2);
    } else if (slipped > TAP) view.move(now.x - before.x, now.y - before.y);
    again();
  });
  const letGo = (event) => held.delete(event.pointerId);
  on("pointercancel", letGo);
  on("pointerup", (event) => {
    letGo(event);
    const dot = slipped > TAP ? null : view.dotAt(event.offsetX, event.offsetY);
    if (dot !== null) open(map.nodes[dot][0]);
  });
};

// Draws it and says so in `says`; `open` is given the id of a dot that was tapped. Returns what is drawn, to be saved
// (`map`, `inks`, `ground`), brought nearer (`nearer`) and ended (`end`).
export const drawWhole = async (from, canvas, says, open) => {
  says.textContent = "Reading the map";
  const map = await read(from);
  document.getElementById("map-svg").setAttribute("hidden", "");
  canvas.hidden = false;
  canvas.width = canvas.clientWidth * devicePixelRatio;
  canvas.height = canvas.clientHeight * devicePixelRatio;
  const view = viewOf(canvas, map);
  const ending = new AbortController();
  let inks = colours(canvas);
  let [heat, fitting] = [12, true];
  const draw = () => paint(canvas, map, view, inks);
  const again = () => { fitting = false; requestAnimationFrame(draw); };
  const frame = () => {
    if (ending.signal.aborted) return;
    const until = performance.now() + 10; // milliseconds of a frame for moving, the rest for the page
    while (heat > REST && performance.now() < until) { step(map, heat); heat *= 0.99; }
    if (fitting) view.fit();
    draw();
    if (heat > REST) { requestAnimationFrame(frame); return; }
    says.textContent = `${counted(map.count, "entry", "entries")} and ${counted(map.edges.length, "connection", "connections")}`;
    canvas.dataset.settled = "yes";
  };
  says.textContent = "Finding places";
  requestAnimationFrame(frame);
  const { signal } = ending;
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { inks = colours(canvas); requestAnimationFrame(draw); }, { signal });
  listen(canvas, map, view, again, open, signal);
  return {
    map,
    get inks() { return inks; },
    get ground() { return getComputedStyle(canvas).backgroundColor; },
    nearer(by) { view.nearer(by, canvas.clientWidth / 2, canvas.clientHeight / 2); again(); },
    end() { ending.abort(); },
  };
};
