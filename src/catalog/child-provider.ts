/** This deployment as the provider of its own agents and workflows: a call of one runs as an execution of its own. */
import type { ProviderDefinition } from "../plan/callable.ts";

/** Names of servers hold no colon, so that no server has this one. */
export const childProvider: ProviderDefinition = {
  name: "planwright:child",
  kind: "CHILD",
  url: "",
  bearerSecret: null,
  connection: null,
};
