/**
 * The check of a plan while somebody writes it: read as JSON here, then by the API, a moment after the last key. Only the answer for the
 * current text counts; earlier requests are aborted.
 */
import type { Node } from "jsonc-parser";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { requestUntilAnswered } from "../../api/request.ts";
import { signIns } from "../../api/session.ts";
import { type CallableSchemas, useCallableSchemas } from "../callable-schemas.ts";
import { readText, type ShownProblem, shownProblems } from "../problems/shown-problem.ts";
import { type CheckPlanQuery, checkPlan, type ExecutionLimitsInput, type Schedule } from "../run.generated.ts";
import { callsIn, emptyArguments } from "./empty-arguments.ts";

export type PlanValidation = NonNullable<CheckPlanQuery["validatePlan"]>;

export interface PlanCheck {
  readonly tree: Node | undefined;
  /** The plan as JSON. Null while the text is none. */
  readonly document: Readonly<Record<string, unknown>> | null;
  /** How many steps or calls the document has at its top. */
  readonly stepCount: number;
  readonly problems: readonly ShownProblem[];
  /** The latest answer. Null while there is none for this text that could be shown. */
  readonly validation: PlanValidation | null;
  /** Input schemas of the callables, as far as they were read. */
  readonly schemas: CallableSchemas;
  /** Whether `problems` and `validation` are about the current text. */
  readonly isCurrent: boolean;
  /** Why it could not be checked. Null while it can. */
  readonly failure: Problem | null;
  /** Whether a plan that was there before somebody wrote is checked for the first time: its lines come with the notes between them. */
  readonly isFirst: boolean;
}

export interface CheckedInput {
  readonly text: string;
  /** Null if they are no JSON object. */
  readonly bindings: Readonly<Record<string, unknown>> | null;
  readonly limits: ExecutionLimitsInput;
  readonly schedule: string;
  /** Whether another text is being read and will take its place. */
  readonly isComing: boolean;
}

const patienceMs = 300;
/** A first check that takes longer is not waited for. */
const firstPatienceMs = 3_000;
/** Always the same list, so that views of it need not be drawn again. */
const noProblems: readonly ShownProblem[] = [];

interface Answered {
  readonly asked: string;
  readonly text: string;
  readonly validation: PlanValidation | null;
  readonly failure: Problem | null;
}

export function usePlanCheck({ bindings, isComing, limits, schedule, text }: CheckedInput): PlanCheck {
  const parsed = useMemo(() => readText(text), [text]);
  const [answered, setAnswered] = useState<Answered | null>(null);
  const asked = JSON.stringify([text, bindings, limits, schedule]);
  const stepCount = stepsOf(parsed.value).length;
  const isAsked = parsed.value !== null && (stepCount > 0 || !isBlank(parsed.value));
  const signedIn = signIns.value;
  const hasChecked = useRef(false);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    const timer = setTimeout(() => setLate(true), firstPatienceMs);
    return () => clearTimeout(timer);
  }, [isComing]);
  useEffect(() => {
    const document = parsed.value;
    if (document === null || !isAsked) return;
    const controller = new AbortController();
    const timer = setTimeout(
      async () => {
        const input = {
          source: { document },
          limits,
          ...(bindings !== null && { bindings }),
          ...(schedule !== "" && { schedule: schedule as Schedule }),
        };
        const answer = await requestUntilAnswered(checkPlan, { input }, controller.signal, (failure) =>
          setAnswered(failure === null ? null : { asked, text, validation: null, failure }),
        );
        if (controller.signal.aborted) return;
        if (answer.ok) {
          const [problem] = answer.problems;
          setAnswered({ asked, text, validation: answer.data.validatePlan, failure: problem ?? null });
        } else setAnswered({ asked, text, validation: null, failure: answer.problem });
      },
      hasChecked.current ? patienceMs : 0,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asked, signedIn]);
  const isCurrent = answered?.asked === asked && isAsked;
  hasChecked.current = !isComing && (hasChecked.current || isLate || isCurrent || !isAsked);
  const fromText = answered?.text === text ? answered : null;
  const called = useMemo(() => callsIn(parsed.tree).map(({ name }) => name), [parsed]);
  const schemas = useCallableSchemas(called);
  const problems = useMemo(() => {
    if (parsed.problems.length > 0) return parsed.problems;
    const validation = fromText?.validation ?? null;
    const found =
      validation === null ? noProblems : shownProblems(text, parsed.tree, validation.errors, validation.warnings);
    const saidAt = new Set(found.map(({ range }) => range?.offset));
    const empty = emptyArguments(text, parsed.tree, schemas).filter(({ range }) => !saidAt.has(range?.offset));
    if (empty.length === 0) return found;
    return [...found, ...empty].sort((one, other) => (one.range?.offset ?? -1) - (other.range?.offset ?? -1));
  }, [parsed, fromText, schemas]);
  return {
    tree: parsed.tree,
    document: parsed.value,
    stepCount,
    problems,
    schemas,
    validation: isAsked ? (fromText?.validation ?? answered?.validation ?? null) : null,
    isCurrent,
    failure: isCurrent ? answered.failure : null,
    isFirst: !hasChecked.current,
  };
}

function stepsOf(document: Readonly<Record<string, unknown>> | null): readonly unknown[] {
  const steps = document?.steps ?? document?.calls;
  return Array.isArray(steps) ? steps : [];
}

/** The plan that one begins with: nothing is wrong with it yet. */
function isBlank(document: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(document).every((key) => key === "steps") && Array.isArray(document.steps ?? []);
}
