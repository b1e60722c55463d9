/**
 * Where the objects of a tenant live: the one place that knows. Where the deployment states a jurisdiction for a tenant, every access
 * to its objects goes through it, from the Worker and from other objects alike: the same name elsewhere is another object. A hint
 * where to make an object counts at the start of an execution only.
 */
import { type Hosting, type Jurisdiction, type SettingSpec, specs } from "../settings/setting-specs.ts";
import type { Environment, ExecutionStub, ObjectNamespace } from "./environment.ts";
import { executionHomes } from "./execution-homes.ts";

type NamespaceName = "EXECUTION" | "CONVERSATION" | "CATALOG" | "INDEX" | "TENANT" | "SCHEDULE";

type StubOf<Name extends NamespaceName> = ReturnType<Environment[Name]["getByName"]>;

/**
 * The objects of `tenant` in one namespace. Throws if the setting cannot be read, which `readSettings` reports: without it their place is
 * unknown.
 */
export function objectsOf<Name extends NamespaceName>(
  environment: Environment,
  name: Name,
  tenant: string,
): ObjectNamespace<StubOf<Name>> {
  const stated = jurisdictionsOf(environment);
  const jurisdiction = stated.get(tenant) ?? stated.get("*");
  // Each name has its own type of stub, which the compiler cannot follow through the lookup.
  const namespace = environment[name] as Environment[NamespaceName];
  const placed = jurisdiction === undefined ? namespace : namespace.jurisdiction(jurisdiction);
  if (name !== "EXECUTION") return placed as ObjectNamespace<StubOf<Name>>;
  const homes = executionHomes(placed as ObjectNamespace<ExecutionStub>, tenant, hostingOf(environment));
  return homes as ObjectNamespace<StubOf<Name>>;
}

/** Whether small executions of the deployment share objects. Throws if the setting cannot be read. */
export function hostingOf(environment: Environment): Hosting {
  return settingOf(specs.HOSTING, environment.HOSTING);
}

/** The value of the setting, read once: every access to an object needs it. */
const jurisdictions = new WeakMap<Environment, ReadonlyMap<string, Jurisdiction>>();

function jurisdictionsOf(environment: Environment): ReadonlyMap<string, Jurisdiction> {
  const stated = jurisdictions.get(environment) ?? settingOf(specs.JURISDICTIONS, environment.JURISDICTIONS);
  jurisdictions.set(environment, stated);
  return stated;
}

/** Throws for a text that the setting cannot hold. */
function settingOf<Value>({ fallback, read, required }: SettingSpec<Value>, given: unknown): Value {
  const text = given ?? fallback;
  const parsed = typeof text === "string" ? read(text) : undefined;
  if (parsed?.ok === true) return parsed.value;
  throw new Error(`Cannot place objects: required ${required}, found something else`);
}

/** The namespace, asking that objects made through it are made at `location`, wherever the platform sees fit if null. */
export function near<Stub>(namespace: ObjectNamespace<Stub>, location: string | null): ObjectNamespace<Stub> {
  if (location === null) return namespace;
  const locationHint = location.toLowerCase();
  return { getByName: (name) => namespace.getByName(name, { locationHint }) };
}
