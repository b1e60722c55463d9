/** Declarations to MCP servers, the same for every way of writing a request. */

/** Who we are, as servers see it. */
export const clientInfo = { name: "planwright", version: "1" };

/** The abilities of this client, declared with every request of the revision that declares per request. */
export const questionCapabilities = { elicitation: { form: {} } } as const;
