/** What is used of the official A2A SDK. A module of its own, so that the bundler leaves out the rest: of `import()` of a package it keeps everything. */
export { AgentCard, Message, Role, Task } from "@a2a-js/sdk";
export { Client, JsonRpcTransportFactory } from "@a2a-js/sdk/client";
