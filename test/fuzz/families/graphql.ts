/** GraphQL operations against the real endpoint over a tenant in memory. */
import type { RequestContext } from "../../../src/graph/base/graph-context.ts";
import { endpoint } from "../../support/graph/ask.ts";
import type { Family, WireRequest } from "../family.ts";
import { brokenText, type Operation, randomOperation } from "../inputs/graph-operations.ts";
import { known, knownTenant } from "../inputs/known-tenant.ts";
import { mutated } from "../inputs/mutate.ts";
import { jsonText } from "../json-text.ts";
import { answerText } from "../read-answer.ts";

interface GraphInput {
  readonly body: string;
  readonly accept: string;
}

/** How deep an answer came: whether anything was resolved. */
export function graphDepth(status: number, text: string): string {
  if (/"code":"GRAPHQL_PARSE_FAILED"/.test(text)) return "UNPARSED";
  if (/"code":"GRAPHQL_VALIDATION_FAILED"/.test(text)) return "INVALID";
  if (/"code":"(?:REQUEST_TOO_COMPLEX|REQUEST_TOO_LARGE)"/.test(text)) return "TOO COMPLEX";
  if (status !== 200 || /"code":"BAD_USER_INPUT"/.test(text)) return "REFUSED";
  return /"data":|^event: /m.test(text) ? "EXECUTED" : "REFUSED";
}

export function bodyOf(operation: Operation): string {
  return jsonText({ query: operation.query, variables: operation.variables });
}

export const graphql: Family<GraphInput> = {
  ...{ name: "graphql", weight: 14, deep: ["EXECUTED"], outputBytes: 2_097_152 },
  generate: (random) => {
    const operation = randomOperation(random, known);
    const kind = random.weighted({ plain: 16, text: 3, variables: 3, batch: 1, body: 1 });
    const accept = operation.query.startsWith("subscription")
      ? random.pick(["text/event-stream", "multipart/mixed;subscriptionSpec=1.0, application/json"])
      : "application/json";
    switch (kind) {
      case "text":
        return { accept, body: bodyOf({ ...operation, query: brokenText(operation.query, random) }) };
      case "variables":
        return { accept, body: jsonText({ ...operation, variables: mutated(operation.variables, random, 1) }) };
      case "batch":
        return { accept, body: `[${bodyOf(operation)},${bodyOf(operation)}]` };
      case "body":
        return { accept, body: jsonText(mutated({ ...operation, operationName: "Named", extensions: {} }, random, 2)) };
      case "plain":
        return { accept, body: bodyOf(operation) };
    }
  },
  run: async ({ accept, body }) => {
    const world = await knownTenant();
    const headers = { "content-type": "application/json", accept };
    const request = new Request("http://localhost/graphql", { method: "POST", headers, body });
    const response = await endpoint.fetch(request, world.context() as RequestContext);
    const text = await answerText(response);
    return { depth: graphDepth(response.status, text), shown: text, status: response.status };
  },
  wire: ({ accept, body }): WireRequest => ({
    ...{ method: "POST", path: "/graphql", body },
    headers: [
      ["content-type", "application/json"],
      ["accept", accept],
    ],
  }),
};
