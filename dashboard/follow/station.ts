/** A station of a followed value, and its place on the page. */
import { textOfPlace, type ValuePlace } from "../shell/value-place.ts";
import type { FlowStep } from "./flow-world.ts";

/** A place that a value went through. */
export type Station =
  | { readonly kind: "VALUE"; readonly place: ValuePlace }
  /** A value that stands in the plan: `writer` is CALLER or MODEL. */
  | { readonly kind: "WRITTEN"; readonly writer: string; readonly stepId: string; readonly pointer: string }
  | { readonly kind: "CALL"; readonly step: FlowStep }
  /** A model that planned, answered, or spoke as an agent whose turn it was. */
  | { readonly kind: "MODEL"; readonly purpose: "PLAN" | "RESPOND" }
  /** How the execution ended, in steps of `finally`. */
  | { readonly kind: "END" }
  /** In the execution that started this one: the arguments of its step, or its output. */
  | {
      readonly kind: "PARENT";
      readonly executionId: string;
      readonly place: { readonly kind: "ARGUMENTS" | "OUTPUT"; readonly stepId: string; readonly pointer: string };
    };

/** The identity of a station. */
export function keyOfStation(station: Station): string {
  switch (station.kind) {
    case "VALUE":
      return textOfPlace(station.place);
    case "WRITTEN":
      return `written ${station.stepId} ${station.pointer}`;
    case "CALL":
      return `call ${station.step.stepId}`;
    case "MODEL":
      return `model ${station.purpose}`;
    case "END":
      return "end";
    case "PARENT":
      return `parent ${textOfPlace(station.place)}`;
  }
}
