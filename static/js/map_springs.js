// Where the dots of the whole map come to stand.

// Springs along the facts, repulsion from what is near (found in a grid), a slow pull to the middle.
const REACH = 60;
export const step = (map, heat) => {
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
