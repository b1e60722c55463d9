/** Conditions of Agent Mesh over values: translated, read by the compiler of plans and evaluated as a step evaluates its own. */
import { translateCondition } from "../../../src/catalog/agent-mesh/mesh-condition.ts";
import { referenceOf } from "../../../src/catalog/agent-mesh/mesh-template.ts";
import type { Json } from "../../../src/json/json.ts";
import { valueAt } from "../../../src/json/value-path.ts";
import { evaluateCondition } from "../../../src/plan/expressions/evaluate-condition.ts";
import { readCondition } from "../../../src/plan/expressions/read-expression.ts";
import { pathOf } from "../../../src/plan/reference.ts";

export type MeshOutcome = boolean | { readonly refused: string };

/** What `text` is over outputs of nodes, `workflow_input` among them, of which nothing is known before. */
export function meshOutcome(text: string, outputs: { readonly [node: string]: Json }): MeshOutcome {
  const translated = translateCondition(text, (path) => {
    const reference = referenceOf(path);
    if ("required" in reference) return { ok: false, finding: `required ${reference.required}` };
    const spelled =
      reference.root === "INPUT"
        ? ["workflow_input", ...reference.path]
        : reference.root === "NODE"
          ? [reference.node, ...reference.path]
          : path.split(".").filter((part) => part !== "output");
    const around = spelled.slice(1).map((_, depth) => `bindings.${spelled.slice(0, depth + 1).join(".")}`);
    const meaning = {
      reference,
      text: `bindings.${spelled.join(".")}`,
      around,
      isSure: false,
      mayBeNull: true,
      type: undefined,
    };
    return { ok: true, meaning };
  });
  if (!translated.ok) return { refused: translated.finding };
  const read = readCondition(translated.text, (expression) => {
    if (expression.kind === "INDEX") throw new Error("no reference by position");
    const [, name, ...rest] = expression.links;
    return { root: "bindings", id: name?.name ?? "", path: pathOf(rest), expression: expression.text };
  });
  if (!read.ok) throw new Error(`${translated.text}: ${read.finding}`);
  const outcome = evaluateCondition(read.condition, {
    bytesOf: () => undefined,
    read: ({ id, path }) => {
      const root = outputs[id === "item" ? "_map_item" : id];
      const value = root === undefined ? undefined : valueAt(root, path);
      return value === undefined ? { found: false, reason: "nothing" } : { found: true, value };
    },
  });
  if (outcome.kind === "FAILED") throw new Error(`${translated.text}: ${outcome.failure.message}`);
  return outcome.kind === "TRUE";
}
