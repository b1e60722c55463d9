/** Small pictures in the rows of usage: each repeats the text beside it, so none is spoken. */
import { type LatencyAxis, positionOn } from "./latency-axis.ts";

const width = 72;
const height = 12;

/** A bar for the share of all calls, from 0 to 1. */
export function ShareBar({ share }: { readonly share: number }) {
  return (
    <svg class="share-bar" width={width} height={4} viewBox={`0 0 ${width} 4`} aria-hidden="true">
      <rect class="base" width={width} height={4} rx={2} />
      <rect class="part" width={share === 0 ? 0 : Math.max(2, share * width)} height={4} rx={2} />
    </svg>
  );
}

export interface LatencyMarkProps {
  readonly axis: LatencyAxis;
  readonly latency: { readonly p50Ms: number; readonly p95Ms: number };
}

/** A range from p50 to p95, with the ticks of the axis at each power of ten. */
export function LatencyMark({ axis, latency }: LatencyMarkProps) {
  const at = (ms: number) => 2 + positionOn(axis, ms) * (width - 4);
  const [from, to] = [at(latency.p50Ms), at(latency.p95Ms)];
  const ticks: number[] = [];
  for (let ms = axis.fromMs; ms <= axis.toMs; ms *= 10) ticks.push(at(ms));
  return (
    <svg class="latency-mark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {ticks.map((x) => (
        <line key={x} class="tick" x1={x} x2={x} y1={3} y2={9} />
      ))}
      <line class="range" x1={from} x2={Math.max(to, from + 1)} y1={6} y2={6} />
      <circle class="half" cx={from} cy={6} r={2} />
      <line class="most" x1={to} x2={to} y1={2} y2={10} />
    </svg>
  );
}
