/**
 * Registers the MCP server and the agent at a deployment: `node set-up.js [address]`, with an API key in PLANWRIGHT_TOKEN. The Worker on
 * this machine needs no key. Existing registrations stay unchanged.
 */
const token = process.env.PLANWRIGHT_TOKEN;
const registerServer = `mutation ($input: RegisterMcpServerInput!) {
  registerMcpServer(input: $input) { errors { code message } }
}`;
const registerAgent = `mutation ($input: RegisterAgentInput!) {
  registerAgent(input: $input) { errors { code message } }
}`;

const agent = {
  name: "calculator",
  description: "Adds numbers up",
  source: { local: { instructions: "Use get-sum to add. Never add in your head.", tools: ["get-sum"] } },
};

/** The public `https:` address of the MCP server, if it is not on this machine. */
const toolServer = "http://127.0.0.1:8791/mcp";

/** Waits until the Worker and the MCP server answer, a minute at most. Throws with all problems. */
export async function setUp(origin, url = toolServer) {
  await answering(`${origin}/health`, ({ ok }) => ok);
  await answering(url, () => true);
  await mutate(origin, registerServer, { name: "everything", url });
  await mutate(origin, registerAgent, agent);
}

async function mutate(origin, query, input) {
  const response = await fetch(`${origin}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const { data = {}, errors } = await response.json();
  const [payload] = Object.values(data);
  const problems = (errors ?? payload.errors).filter(({ code }) => code !== "ALREADY_EXISTS");
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
}

async function answering(url, isReady) {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    if (response !== undefined && isReady(response)) return;
    if (Date.now() > deadline)
      throw new Error(`Cannot set up the project: required an answer of ${url} within a minute, found none`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

if (process.argv[1]?.endsWith("set-up.js")) await setUp(process.argv[2] ?? "http://127.0.0.1:8787");
