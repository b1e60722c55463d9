/**
 * Counters in Workers Analytics Engine: the name of the point is `blob1`, its dimensions follow in the order of `meterPoints`, its values
 * are the doubles, and the tenant is the index, by which the platform samples. Written where the binding `METRICS` is there.
 */
import { type Meter, meterPoints } from "../../durable/ports/meter.ts";

/** As far as counters need the platform's dataset. */
export interface Dataset {
  writeDataPoint(point: {
    readonly indexes: readonly string[];
    readonly blobs: readonly string[];
    readonly doubles: readonly number[];
  }): void;
}

/** Bytes of an index. All dimensions of a point together may have 16 KB, of which names of this length are far from. */
const longestText = 96;
const encoder = new TextEncoder();
const room = new Uint8Array(longestText);

export function analyticsEngineMeter(dataset: Dataset): Meter {
  return {
    count(name, tenant, point) {
      const { dimensions, values } = meterPoints[name];
      const texts: { readonly [dimension: string]: string } = point.dimensions;
      const numbers: { readonly [value: string]: number } = point.values;
      try {
        dataset.writeDataPoint({
          indexes: [cut(tenant)],
          blobs: [name, ...dimensions.map((dimension) => cut(texts[dimension] ?? ""))],
          doubles: values.map((value) => numbers[value] ?? 0),
        });
      } catch {
        // An invocation may write a limited number of points. A point that cannot be written must not end the invocation.
      }
    },
  };
}

/** As much of `text` as fits, by whole characters. */
function cut(text: string): string {
  return text.slice(0, encoder.encodeInto(text, room).read);
}
