/**
 * The official A2A SDK, loaded when the first A2A agent is called, so that other requests do not pay for it. Its objects differ from
 * the wire format: what is sent or received is converted by the SDK's own `fromJSON` and `toJSON`.
 */
export async function loadA2aSdk() {
  const [client, core] = await Promise.all([import("@a2a-js/sdk/client"), import("@a2a-js/sdk")]);
  const { Client, JsonRpcTransportFactory } = client;
  const { AgentCard, Message, Role, Task } = core;
  return { AgentCard, Client, JsonRpcTransportFactory, Message, Role, Task };
}

export type A2aSdk = Awaited<ReturnType<typeof loadA2aSdk>>;
