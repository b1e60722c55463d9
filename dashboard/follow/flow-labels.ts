/**
 * The labels of a followed value (decision 054), as far as the page knows them: the authors of its sources, and the current declarations of
 * the tools on the way. The reach of a child execution is not known here, so a value may have more labels and has no fewer. Pure.
 */
import type { FlowWorld } from "./flow-world.ts";
import { keyOfStation, type Station } from "./station.ts";
import { sourcesOf, type ValueFlow } from "./value-flow.ts";

/** In the order of the alphabet. */
export function labelsOfFlow({ place }: Pick<ValueFlow, "place">, world: FlowWorld): readonly string[] {
  const found = new Set<string>();
  const met = new Set<string>();
  const open: Station[] = [{ kind: "VALUE", place }];
  for (let station = open.pop(); station !== undefined; station = open.pop()) {
    const key = keyOfStation(station);
    if (met.has(key)) continue;
    met.add(key);
    const own = ownLabels(station);
    for (const label of own) if (label !== trusted) found.add(label);
    // The output of a trusted tool has the labels that it declares and no others.
    if (!own.includes(trusted)) open.push(...sourcesOf(station, world));
  }
  return [...found].sort();
}

const trusted = "TRUSTED";

function ownLabels(station: Station): readonly string[] {
  switch (station.kind) {
    case "VALUE":
      return station.place.kind === "BINDING" || station.place.kind === "INPUT" || station.place.kind === "PROMPT"
        ? ["CALLER"]
        : [];
    case "WRITTEN":
      return [station.writer];
    case "MODEL":
      return ["MODEL"];
    case "CALL": {
      const { kind, outputLabels } = station.step;
      if (kind === "HUMAN_INPUT") return ["PERSON"];
      if (kind === "AGENT") return ["MODEL", "UNTRUSTED"];
      return outputLabels ?? [];
    }
    case "END":
    case "PARENT":
      return [];
  }
}
