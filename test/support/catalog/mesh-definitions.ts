/** Definitions in the language of Solace Agent Mesh, written for tests: a shop whose orders use every form. */
import type { JsonObject } from "../../../src/json/json.ts";

const object = (properties: JsonObject, required: readonly string[] = Object.keys(properties)): JsonObject => ({
  type: "object",
  properties,
  required: [...required],
});
const text = { type: "string" } as const;
const number = { type: "number" } as const;

export const meshAgents: readonly JsonObject[] = [
  {
    agent_name: "Appraiser",
    instruction: "You say what an order is worth.\n",
    input_schema: object({ id: text, rush: { type: "boolean" } }, ["id"]),
    output_schema: object({ worth: number, kind: text, hint: text }, ["worth", "kind"]),
    agent_card: {
      description: "Appraises orders",
      skills: [{ id: "a", name: "A", description: "d", tags: ["worth"] }],
    },
  },
  {
    agent_name: "Packer",
    instruction: "You pack one item.",
    input_schema: object({ name: text, position: { type: "integer" } }),
    output_schema: object({ parcel: text }),
  },
  {
    agent_name: "Courier",
    instruction: "You look where a parcel is.",
    input_schema: object({ round: { type: "integer" }, last: {} }, ["round"]),
    output_schema: object({ arrived: { type: "boolean" }, place: text }),
  },
  {
    agent_name: "Clerk",
    instruction: "You write a letter.",
    input_schema: object({ about: text }),
    output_schema: object({ letter: text }),
  },
];

/** A case in the other spelling of its members. */
const argoCase = JSON.parse('{ "when": "{{appraise.output.worth}} >= 10", "then": "pack" }') as JsonObject;

/** An order: appraised, packed item by item if it is worth it, and followed until it arrives. The buyer gets a message about the result. */
export const meshOrder: JsonObject = {
  name: "order",
  max_workflow_execution_time_seconds: 120,
  default_node_timeout_seconds: 20,
  workflow: {
    description: "Handles an order",
    version: "1.0.0",
    input_schema: object({ id: text, items: { type: "array", items: object({ name: text }) }, note: text }, [
      "id",
      "items",
    ]),
    output_schema: object({ parcels: {}, place: {}, letter: {}, rounds: {} }),
    retry_strategy: { limit: 2, backoff: { duration: "0.5s" } },
    nodes: [
      { id: "appraise", type: "agent", agent_name: "Appraiser", instruction: "Appraise order {{workflow.input.id}}." },
      {
        id: "by_kind",
        type: "switch",
        depends_on: ["appraise"],
        cases: [{ condition: "'{{appraise.output.kind}}' == 'scrap'", node: "decline" }, argoCase],
        default: "ask",
      },
      {
        id: "decline",
        type: "agent",
        agent_name: "Clerk",
        depends_on: ["by_kind"],
        input: { about: "no {{workflow.input.id}}" },
      },
      {
        id: "ask",
        type: "agent",
        agent_name: "Clerk",
        depends_on: ["by_kind"],
        input: { about: { concat: ["what is ", "{{workflow.input.id}}"] } },
      },
      {
        id: "pack",
        type: "map",
        dependencies: ["by_kind"],
        items: "{{workflow.parameters.items}}",
        node: "pack_one",
        max_items: 20,
        concurrency_limit: 2,
      },
      {
        id: "pack_one",
        type: "agent",
        agent_name: "Packer",
        input: { name: "{{item.name}}", position: "{{_map_index}}" },
      },
      {
        id: "follow",
        type: "loop",
        depends_on: ["pack"],
        node: "look",
        condition: "{{look.output.arrived}} == false",
        max_iterations: 4,
        delay: "1s",
      },
      {
        ...{ id: "look", type: "agent", agent_name: "Courier", timeout: "5s", retry_strategy: { limit: 0 } },
        input: { round: "{{_loop_iteration}}", last: "{{look.output.place}}" },
      },
      {
        ...{ id: "write", type: "workflow", workflow_name: "letter", depends_on: ["follow", "decline", "ask"] },
        when: "{{workflow.input.note}} != null",
        instruction: "Write it.",
        input: { about: { coalesce: ["{{look.output.place}}", "{{decline.output.letter}}", "nothing"] } },
      },
      { id: "thank", type: "agent", agent_name: "Clerk", input: { about: "done {{appraise.output.worth}}" } },
      { id: "complain", type: "agent", agent_name: "Clerk", input: { about: "{{workflow.error.message}}" } },
      {
        id: "close",
        type: "agent",
        agent_name: "Clerk",
        when: "'{{workflow.status}}' != 'cancelled'",
        input: { about: "closed" },
      },
    ],
    on_exit: { on_success: "thank", on_failure: "complain", always: "close" },
    output_mapping: {
      parcels: "{{pack.output.results}}",
      place: "{{look.output.place}}",
      letter: "{{write.output.letter}}",
      rounds: "{{follow.output.iterations_completed}}",
    },
  },
};

export const meshLetter: JsonObject = {
  name: "letter",
  workflow: {
    description: "Writes a letter",
    input_schema: object({ about: text }),
    output_schema: object({ letter: text }),
    nodes: [
      { id: "draft", type: "agent", agent_name: "Clerk" },
      {
        id: "polish",
        type: "agent",
        agent_name: "Clerk",
        depends_on: ["draft"],
        input: { about: "{{draft.output.letter}}" },
      },
    ],
    output_mapping: { letter: "{{polish.output.letter}}" },
  },
};

export const meshFile: JsonObject = { agents: [...meshAgents], workflows: [meshOrder, meshLetter] };
