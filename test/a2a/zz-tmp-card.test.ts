import { it } from "vitest";
import { makeApp } from "../../src/worker/app.ts";
import { catalogOf, localAgent, savedWorkflow } from "../catalog/typed-world.ts";
import { schemaText } from "../graph/ask.ts";
import { FakeDeployment } from "../worker/fake-deployment.ts";
import { fakeNamespace } from "../worker/fake-namespace.ts";
it("x", async () => {
  const app = makeApp(schemaText);
  const { environment } = new FakeDeployment({ AUTH_MODE: "none" } as never);
  const contents = async (known: string | null) => {
    const { agents, workflows } = catalogOf([localAgent("open", { public: true })], [savedWorkflow("report", ["read"], catalogOf())]);
    return { revision: "1", contents: known === "1" ? null : [], agents, workflows };
  };
  const env = { ...environment, CATALOG: fakeNamespace(() => ({ contents }) as never) };
  const url = "http://127.0.0.1:1234";
  const time = async (path: string, n = 20000) => {
    for (let i = 0; i < 3000; i++) await (await app.fetch(new Request(url + path, { headers: { "a2a-version": "1.0" } }), env)).text();
    const s = performance.now();
    for (let i = 0; i < n; i++) await (await app.fetch(new Request(url + path, { headers: { "a2a-version": "1.0" } }), env)).text();
    return ((performance.now() - s) / n * 1000).toFixed(1) + "us";
  };
  for (const p of ["/health", "/a2a/default/report/.well-known/agent-card.json"]) console.log(p, await time(p));
}, 60000);
