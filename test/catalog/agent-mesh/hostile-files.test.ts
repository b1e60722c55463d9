/** Files of strangers: whatever they hold, they are read, refused or translated, and nothing throws. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { piecesOf } from "../../../src/catalog/agent-mesh/mesh-template.ts";
import { translateMesh } from "../../../src/catalog/agent-mesh/translate-mesh.ts";
import { readWorkflowFile } from "../../../src/catalog/workflow-files/workflow-file.ts";
import type { Json } from "../../../src/json/json.ts";
import { meshFile } from "../../support/catalog/mesh-definitions.ts";
import { processorMs } from "../../support/engine/processor-time.ts";
import { volume } from "../../support/engine/volume.ts";

/** Every place of a value, as a path. */
function places(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, member]) => places(member as Json, [...path, key]))];
}

function replaced(value: Json, [head, ...rest]: readonly string[], by: Json): Json {
  if (head === undefined || typeof value !== "object" || value === null) return by;
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === head ? replaced(item as Json, rest, by) : item)) as Json;
  return { ...value, [head]: replaced((value as { [key: string]: Json })[head] ?? null, rest, by) } as Json;
}

const all = places(meshFile);
/** Values that mean something elsewhere in a definition. */
const pieces = fc.constantFrom<Json>(
  ...[
    "appraise",
    "look",
    "pack_one",
    "by_kind",
    "follow",
    "thank",
    "{{look.output.place}}",
    "{{item}}",
    "{{}}",
    "{{workflow.status}}",
  ],
  ...[
    "{{__proto__.output.x}}",
    "'{{appraise.output.kind}}' == 'None'",
    "not",
    "__proto__",
    "switch",
    "map",
    "-1s",
    "",
    null,
    0,
    1e300,
    true,
  ],
  ...[[], {}, ["appraise"], { coalesce: ["{{write.output}}"] }, { concat: [{}] }, { type: "object", properties: null }],
);

it("[N353] a definition in which anything stands in the place of anything is translated or refused", () => {
  const change = fc.tuple(
    fc.nat(all.length - 1),
    fc.oneof({ weight: 4, arbitrary: pieces }, fc.jsonValue({ maxDepth: 2 })),
  );
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const file = changes.reduce<Json>((value, [at, by]) => replaced(value, all[at] ?? [], by as Json), meshFile);
      const translation = translateMesh(file);
      if (!translation.ok) expect(translation.problems.length).toBeGreaterThan(0);
      else for (const path of places(translation.file)) expect(Array.isArray(translation.origin(path))).toBe(true);
    }),
    { numRuns: volume({ sample: 150, whole: 600 }) },
  );
});

it("[N346] a text of any kind is read or refused", () => {
  const words = fc.constantFrom(
    "a",
    ": ",
    "- ",
    "\n",
    "  ",
    "&x ",
    "*x",
    "[",
    "]",
    "{",
    "}",
    ",",
    '"',
    "'",
    "|",
    ">",
    "!t ",
    "---\n",
    "? ",
    "#",
    "\t",
    "%",
    "<<",
    "~",
    "\u0000",
    "😀",
  );
  const text = fc.array(words, { maxLength: 60 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.constantFrom("YAML", "JSON"), (given, format) => {
      const read = readWorkflowFile({ text: given, format, dialect: undefined });
      expect(read.ok || read.problems.length > 0).toBe(true);
    }),
    { numRuns: volume({ sample: 500, whole: 1_500 }) },
  );
});

it("[N845] a text of templates that nothing closes is read in time proportional to it", () => {
  const begun = processorMs();
  expect(piecesOf(`${"{{".repeat(100_000)}\n{{a}}`)).toHaveLength(2);
  expect(piecesOf("{{a\n}}{{b}}{{{c}}} {{}} }}")).toEqual([
    { kind: "TEXT", text: "{{a\n}}" },
    { kind: "TEMPLATE", text: "{{b}}", path: "b" },
    { kind: "TEMPLATE", text: "{{{c}}", path: "{c" },
    { kind: "TEXT", text: "} " },
    { kind: "TEMPLATE", text: "{{}} }}", path: "}}" },
  ]);
  expect(processorMs() - begun).toBeLessThan(1_000);
});

it("[N353] a definition that multiplies is refused or translated in time", () => {
  const call = (id: string, depends_on: readonly string[]) => ({
    ...{ id, type: "agent", agent_name: "A", input: {}, depends_on },
  });
  const chosen = (id: string, depends_on: readonly string[], node: string) => ({
    ...{ id, type: "switch", depends_on, cases: [{ condition: "1 == 1", node }] },
  });
  const file = (nodes: readonly object[]) => ({
    workflows: [{ name: "w", workflow: { description: "d", nodes, output_mapping: {} } }],
  });
  const begun = processorMs();
  // Every switch waits for the two before it, and every node behind one for all of them.
  const layers = Array.from({ length: 120 }, (_, at) => [
    chosen(`s${at}`, at < 2 ? [`n${0}`] : [`s${at - 1}`, `s${at - 2}`], `c${at}`),
    call(`c${at}`, [`s${at}`]),
  ]).flat();
  expect(translateMesh(file([call("n0", []), ...layers]) as Json).ok).toBe(true);
  const chain = Array.from({ length: 500 }, (_, at) => call(`n${at}`, at === 0 ? [] : [`n${at - 1}`]));
  expect(translateMesh(file(chain) as Json).ok).toBe(true);
  expect(translateMesh(file([...chain, call("one_more", [])]) as Json).ok).toBe(false);
  const cases = Array.from({ length: 51 }, (_, at) => ({ condition: `1 == ${at}`, node: `n${at}` }));
  expect(translateMesh(file([{ id: "s", type: "switch", cases }]) as Json).ok).toBe(false);
  expect(processorMs() - begun).toBeLessThan(3_000);
});

it("[N807] the suggestions for wrong names of one definition take a bounded time together", () => {
  const wrong = (at: number) => Array.from({ length: 20 }, (_, each) => `nodes_numbr_${each}x${at}`);
  const nodes = Array.from({ length: 500 }, (_, at) => ({
    ...{ id: `node_number_${at}`, type: "agent", agent_name: "A", input: {}, depends_on: wrong(at) },
  }));
  const file = { workflows: [{ name: "w", workflow: { description: "d", nodes, output_mapping: {} } }] };
  const begun = processorMs();
  const translation = translateMesh(file);
  expect(processorMs() - begun).toBeLessThan(3_000);
  expect(!translation.ok && translation.problems.length).toBe(10_000);
});
