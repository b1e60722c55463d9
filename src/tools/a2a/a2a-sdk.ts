/**
 * The official A2A SDK, loaded when the first A2A agent is called, so that other requests do not pay for it. Its objects differ from the
 * wire format: the SDK's own `fromJSON` and `toJSON` convert all requests and answers.
 */
export function loadA2aSdk(): Promise<A2aSdk> {
  return import("./a2a-library.ts");
}

export type A2aSdk = typeof import("./a2a-library.ts");
