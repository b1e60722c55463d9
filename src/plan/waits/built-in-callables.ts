/** The callables of this software that are in no catalog, by name: nothing that is registered may have one of these names. */
import { type CallableDefinition, type ProviderDefinition, waitProviderName } from "../callable.ts";
import { humanInputCallable, humanInputProvider } from "../human-input-callable.ts";
import { eventCallable } from "./event-callable.ts";
import { sleepCallable } from "./sleep-callable.ts";

export interface BuiltInCallable {
  readonly callable: CallableDefinition;
  readonly provider: ProviderDefinition;
}

export const waitProvider: ProviderDefinition = {
  name: waitProviderName,
  kind: "WAIT",
  url: "",
  bearerSecret: null,
  connection: null,
};

export const builtInCallables: ReadonlyMap<string, BuiltInCallable> = new Map(
  [
    { callable: humanInputCallable, provider: humanInputProvider },
    { callable: sleepCallable, provider: waitProvider },
    { callable: eventCallable, provider: waitProvider },
  ].map((builtIn) => [builtIn.callable.name, builtIn]),
);
