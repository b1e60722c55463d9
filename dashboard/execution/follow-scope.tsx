/** The values of the page that can be followed, and the function that follows one: the address names it. */
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import { FollowScopeContext } from "../parts/follow-button.tsx";
import { pointerTo } from "../parts/pointer.ts";
import { navigate, setQuery } from "../shell/location.ts";
import { executionAddress } from "../shell/route.ts";
import { textOfPlace, type ValuePlace } from "../shell/value-place.ts";
import type { RunPart } from "./payload/run-parts.ts";

/** The child execution whose step is shown. A value of it is followed on its own page. Null for the execution on the page. */
export const FollowedChild = createContext<string | null>(null);

export interface FollowableProps {
  /** The place of the whole value. Null for a value that cannot be followed. */
  readonly place: ValuePlace | null;
  readonly name: string;
  readonly children: ComponentChildren;
}

export function Followable({ children, name, place }: FollowableProps) {
  const childId = useContext(FollowedChild);
  const follow = (pointer: string) => {
    if (place === null) return;
    const text = textOfPlace("pointer" in place ? { ...place, pointer: place.pointer + pointer } : place);
    if (childId === null) setQuery({ follow: text, sheet: null }, { replace: false });
    else navigate(executionAddress(childId, { ...("stepId" in place && { step: place.stepId }), follow: text }));
  };
  const scope = place === null ? null : { name, follow };
  return <FollowScopeContext.Provider value={scope}>{children}</FollowScopeContext.Provider>;
}

/** Where a thing that went in or came out lies. Null for an answer that is still being written. */
export function placeOfPart(part: RunPart): ValuePlace | null {
  if (part.kind === "TEXT") {
    if (part.name === "Answer") return part.isWriting ? null : { kind: "ANSWER" };
    return { kind: "PROMPT" };
  }
  const { place } = part;
  switch (place.kind) {
    case "INPUT":
      return { kind: "INPUT", pointer: "" };
    case "OUTPUT":
      return { kind: "RESULT", pointer: "" };
    case "BINDING":
      return { kind: "BINDING", pointer: pointerTo("", place.name) };
    case "STEP":
      return { kind: "OUTPUT", stepId: place.stepId, pointer: "" };
  }
}
