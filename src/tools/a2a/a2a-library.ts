/**
 * The used part of the official A2A SDK. It is a module of its own, so that the bundler leaves out the rest: of `import()` of a package it
 * keeps everything.
 */
export { AgentCard, Message, Role, Task } from "@a2a-js/sdk";
export { Client, JsonRpcTransportFactory } from "@a2a-js/sdk/client";
