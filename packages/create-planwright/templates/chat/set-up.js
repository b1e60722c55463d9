/**
 * Applies `manifest.json` at a deployment: `node set-up.js [address]`, with an API key in PLANWRIGHT_TOKEN. The Worker on this machine needs
 * no key. Applying the same manifest again changes nothing.
 */
import { readFileSync } from "node:fs";

const token = process.env.PLANWRIGHT_TOKEN;
const mutation = `mutation ($input: ApplyManifestInput!) {
  applyManifest(input: $input) { manifest { name } errors { message path } }
}`;

/** Waits until the Worker answers, a minute at most. Throws with all problems of the manifest. */
export async function setUp(origin) {
  const manifest = JSON.parse(readFileSync(new URL("manifest.json", import.meta.url), "utf8"));
  const deadline = Date.now() + 60_000;
  while ((await fetch(`${origin}/health`).catch(() => undefined))?.ok !== true) {
    if (Date.now() > deadline)
      throw new Error(`Cannot apply the manifest: required an answer of ${origin}/health within a minute, found none`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const response = await fetch(`${origin}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query: mutation, variables: { input: { name: "chat", manifest } } }),
  });
  const { data, errors } = await response.json();
  const problems = errors ?? data.applyManifest.errors;
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
}

if (process.argv[1]?.endsWith("set-up.js")) await setUp(process.argv[2] ?? "http://127.0.0.1:8787");
