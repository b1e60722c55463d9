/** Cards in the shapes that well-known software publishes them in, written for these tests: what each of them leaves out is left out here. */
import type { JsonObject } from "../../../src/json/json.ts";

/** Mastra: A2A 0.3 without `protocolVersion`, at an address relative to the server. */
export const mastraCard: JsonObject = {
  name: "weather-agent",
  description: "You tell the weather of cities.",
  url: "/a2a/weather-agent",
  provider: { organization: "Mastra", url: "https://mastra.example" },
  version: "1.0",
  capabilities: { streaming: true, pushNotifications: false, stateTransitionHistory: false },
  defaultInputModes: ["text"],
  defaultOutputModes: ["text"],
  skills: [{ id: "weather", name: "weather", description: "Tool: weather", tags: ["tool"] }],
};

/** VoltAgent: the same, and no description where the agent was given no purpose. */
export const voltAgentCard: JsonObject = {
  name: "support",
  url: "http://127.0.0.1:3141/a2a/support",
  version: "0.1.0",
  capabilities: { streaming: true, pushNotifications: false, stateTransitionHistory: false },
  defaultInputModes: ["text"],
  defaultOutputModes: ["text"],
  skills: [],
};

/** aimock: A2A 1.0 without modes; its skills may lack description and tags. */
export const aimockCard: JsonObject = {
  name: "a2a-mock",
  description: "A2A mock agent",
  version: "1.0.0",
  supportedInterfaces: [{ url: "http://127.0.0.1:4010", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  skills: [{ id: "greet", name: "Greet" }],
  capabilities: { streaming: true },
};

/** The samples of a2a-python: protobuf writes nothing that is empty, and the interface names no version. */
export const pythonCard: JsonObject = {
  name: "Hello World Agent",
  description: "Just a hello world agent",
  supportedInterfaces: [{ url: "http://127.0.0.1:9999", protocolBinding: "JSONRPC" }],
  version: "0.0.1",
  capabilities: { streaming: true, extendedAgentCard: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "echo", name: "Echo", description: "Says hello", tags: ["echo"], examples: ["hi"] }],
};
