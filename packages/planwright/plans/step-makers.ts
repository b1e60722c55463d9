/** The functions of `PlanBuilder`, over one recording. */
import { type Boundary, PlanBuildError, placeAbove } from "./build-error.ts";
import { type JsonSchema, jsonSchemaOf, type SchemaOf } from "./json-schema.ts";
import type { Member } from "./recorded-step.ts";
import { recordedOf, type Source, standIn } from "./recorded-value.ts";
import type { Recording } from "./recording.ts";
import type { StepOptions } from "./step-options.ts";

/** What the forms of steps call where they are written as calls. */
export const builtInNames = {
  humanInput: "ask_person",
  sleep: "cp__sleep",
  waitForEvent: "cp__wait_for_event",
} as const;

type Given = Readonly<Record<string, unknown>>;
type Members = Readonly<Record<string, Member>>;

/** What `doFinally` was given. */
export interface FinallyTime {
  timeoutMs?: number | undefined;
}

/** The builder of `recording`. Its types are in `PlanBuilder`. */
export function stepMakers(recording: Recording, finallyTime: FinallyTime): object {
  const root = (name: Source["root"], owner: object = recording) =>
    standIn({ kind: "reference", source: { root: name, owner, path: [] } });
  const calls = callables(recording);
  return {
    ...{ tools: calls, agents: calls, workflows: calls },
    ...{ input: root("input"), bindings: root("bindings") },
    parallel: function parallel(steps: Given | readonly unknown[], options?: Given) {
      const { continueOnFailure, maxConcurrency, mergeStrategy, ...rest } = options ?? {};
      const handles = Object.values(steps);
      const children = recording.taken(handles, parallel).map((step, at) => {
        if (Array.isArray(steps)) return step;
        const resultKey = step.options.resultKey ?? Object.keys(steps)[at];
        return Object.assign(step, { options: { ...step.options, resultKey } });
      });
      const members = literals({ maxConcurrency, mergeStrategy, continueOnFailure });
      return recording.add({ form: "parallel", wish: "parallel", options: rest, members, children }, parallel);
    },
    map: function map(over: unknown, body: (item: object, index: object) => unknown, options?: Given) {
      const { continueOnFailure, maxConcurrency, maxFailures, maxItems, ...rest } = options ?? {};
      requireFunction(body, "map", map);
      const turn = {};
      const child = recording.only(() => body(root("item", turn), root("index", turn)), "map", map);
      const members = {
        over: { as: "operand", value: over } as const,
        ...literals({ maxConcurrency, maxItems, maxFailures, continueOnFailure }),
      };
      return recording.add({ form: "map", wish: "map", options: rest, members, children: [child], turn }, map);
    },
    loop: function loop(body: (turn: object) => unknown, options?: Given) {
      const { continueOnFailure, delayMs, maxIterations, until, while: goesOn, ...rest } = options ?? {};
      requireFunction(body, "loop", loop);
      if (maxIterations === undefined || (until === undefined) === (goesOn === undefined))
        throw new PlanBuildError(
          "Cannot make a loop without maxIterations and exactly one of until and while",
          placeAbove(loop),
        );
      const turn = {};
      const names = { previous: root("previous", turn), index: root("index", turn) };
      const child = recording.only(() => body(names), "loop", loop);
      const asked = (condition: unknown): Member => ({
        as: "condition",
        value: typeof condition === "function" ? condition(names) : condition,
      });
      const condition: Members = until === undefined ? { while: asked(goesOn) } : { until: asked(until) };
      const members = { ...condition, ...literals({ delayMs, maxIterations, continueOnFailure }) };
      return recording.add({ form: "loop", wish: "loop", options: rest, members, children: [child], turn }, loop);
    },
    sleep: function sleep({ seconds, until }: Given, options?: StepOptions) {
      const members = scalars({ seconds, until });
      return recording.add({ form: "sleep", wish: "sleep", options, callableName: builtInNames.sleep, members }, sleep);
    },
    waitForEvent: function waitForEvent({ correlation, name, payload, timeoutSeconds }: Given, options?: StepOptions) {
      const members = {
        ...scalars({ name, correlation, timeoutSeconds }),
        ...literals({ payloadSchema: schemaIn(payload, "output") }),
      };
      return recording.add(
        { form: "waitForEvent", wish: "waitForEvent", options, callableName: builtInNames.waitForEvent, members },
        waitForEvent,
      );
    },
    humanInput: humanInput(recording),
    doFinally: function doFinally(body: (end: object) => unknown, options?: FinallyTime) {
      requireFunction(body, "doFinally", doFinally);
      recording.finally(() => body({ execution: root("execution") }), doFinally);
      if (options?.timeoutMs !== undefined) finallyTime.timeoutMs = options.timeoutMs;
    },
    step: function step(id: string) {
      return recording.named(id);
    },
  };
}

function humanInput(recording: Recording): object {
  const ask = (
    kind: string,
    { context, prompt, responseSchema, ...given }: Given,
    options: StepOptions | undefined,
    boundary: Boundary,
  ) => {
    const { addressees, choices, defaultResponse, fourEyes, onDecline, onExpiry, timeoutMs } = given;
    const members = {
      // A form is what is asked for unless something else is said.
      ...literals({ kind: kind === "FORM" ? given.kind : kind }),
      ...scalars({ prompt }),
      ...literals({ responseSchema: schemaIn(responseSchema, "input"), choices }),
      context: { as: "operand", value: context } as const,
      ...literals({ timeoutMs, onExpiry, defaultResponse, onDecline, addressees, fourEyes }),
    };
    return recording.add(
      { form: "humanInput", wish: kind.toLowerCase(), options, callableName: builtInNames.humanInput, members },
      boundary,
    );
  };
  return {
    approval: function approval(question: Given, options?: StepOptions) {
      return ask("APPROVAL", question, options, approval);
    },
    choice: function choice(question: Given, options?: StepOptions) {
      return ask("CHOICE", question, options, choice);
    },
    form: function form(question: Given, options?: StepOptions) {
      return ask("FORM", question, options, form);
    },
  };
}

/** A function for every name that is asked for: which exist is checked with the plan, or here where it is known. */
function callables(recording: Recording): object {
  const made = new Map<string, unknown>();
  return new Proxy(Object.create(null), {
    get: function get(_, name) {
      if (typeof name !== "string") return undefined;
      const finding = recording.known?.nameFinding(name);
      if (finding !== undefined)
        throw new PlanBuildError(`Cannot call ${JSON.stringify(name)}: ${finding}`, placeAbove(get));
      const known = made.get(name) ?? caller(recording, name);
      made.set(name, known);
      return known;
    },
  });
}

function caller(recording: Recording, toolName: string) {
  return function call(given?: unknown, options?: Given) {
    const { inputSchema, outputSchema, policy, ...rest } = options ?? {};
    if (given !== undefined && (typeof given !== "object" || given === null || Array.isArray(given)))
      throw new PlanBuildError(
        `Cannot call ${toolName} with a ${typeof given}: an object of its arguments is required`,
        placeAbove(call),
      );
    // A reference in the place of all arguments is a calculation: the plan document has an object there.
    const recorded = recordedOf(given);
    const whole =
      recorded?.kind === "reference" ? standIn({ kind: "expression", parts: [recorded.source], isAtom: true }) : given;
    const members = {
      ...literals({ toolName }),
      arguments: { as: "operand", value: whole } as const,
      ...literals({
        policy,
        inputSchema: schemaIn(inputSchema, "input"),
        outputSchema: schemaIn(outputSchema, "output"),
      }),
    };
    return recording.add({ form: "tool", wish: toolName, options: rest, members }, call);
  };
}

function schemaIn(schema: unknown, side: "input" | "output"): unknown {
  return schema === undefined ? undefined : jsonSchemaOf(schema as JsonSchema | SchemaOf<unknown>, side);
}

function requireFunction(body: unknown, name: string, boundary: Boundary): void {
  if (typeof body !== "function")
    throw new PlanBuildError(
      `Cannot make a ${name} of a ${typeof body}: a function that makes its step is required`,
      placeAbove(boundary),
    );
}

function literals(members: Given): Members {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, { as: "literal", value }]));
}

function scalars(members: Given): Members {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, { as: "scalar", value }]));
}
