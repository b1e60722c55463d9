/** What is declared to MCP servers, whichever way a request is written. */

/** Who we are, as servers see it. */
export const clientInfo = { name: "planwright", version: "1" };

/** What a client of this software can answer, declared with every request of the revision that declares per request. */
export const questionCapabilities = { elicitation: { form: {} } } as const;
