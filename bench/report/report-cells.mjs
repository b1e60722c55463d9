/** Cells of the tables of a report. A verdict is two cells: the measured value, and the target with whether it was met. */

export function row(...cells) {
  return `| ${cells.join(" | ")} |`;
}

/** The head of a table and the line under it. */
export function head(...titles) {
  return [row(...titles), `|${"---|".repeat(titles.length)}`];
}

export function times({ p50, p95 }) {
  return `${ms(p50)} / ${ms(p95)}`;
}

export function ms(value) {
  return `${value.toFixed(Math.abs(value) < 10 ? 2 : 0)} ms`;
}

export function kilobytes(bytes) {
  return bytes === null ? "not counted" : `${(bytes / 1024).toFixed(1)} KB`;
}

export function count(value, digits = 1) {
  return value === null ? "not counted" : value.toFixed(digits);
}

export function dollars(value) {
  return `$${value.toFixed(2)}`;
}

export function verdict(ratio, relation, target) {
  if (target === null) return `${ratio.toFixed(2)} | `;
  return `${ratio.toFixed(2)} | ${heldAgainst(ratio, relation, target)}`;
}

export function verdictMs({ p50, targetMs }) {
  return ` | < ${targetMs} ms ${p50 < targetMs ? "✓" : "✗"}`;
}

export function verdictOver(found, target) {
  return ` | ${heldAgainst(found, "≥", target)}`;
}

/** One cell: the target and whether it was met. */
export function heldAgainst(found, relation, target, unit = "") {
  const met = relation === "≤" ? found <= target : found >= target;
  return `${relation} ${target}${unit} ${met ? "✓" : "✗"}`;
}
