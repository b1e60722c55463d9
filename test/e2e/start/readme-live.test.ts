/**
 * The page of docs/clients.md in a real browser, as that document says to serve it, against a Worker with the settings of `npm start`. The
 * tool answers when the test lets it, so that what is shown before that was shown live.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { workerSettings } from "../../../scripts/start/settings.mjs";
import { type FakeHttpServer, fakeHttpServer } from "../../support/callees/http-server.ts";
import { openPage, withBrowser } from "../../support/deployed/browser.ts";
import { type ExampleTools, startExampleTools } from "../../support/deployed/example-tools.ts";
import { type RunningWorker, startWorker } from "../../support/deployed/running-worker.ts";

const clients = readFileSync(new URL("../../../docs/clients.md", import.meta.url), "utf8");
const [, section = ""] = /^## A page of your own\n([\s\S]*?)^## /m.exec(clients) ?? [];
const [, page = ""] = /```html\n([\s\S]*?)```/.exec(section) ?? [];
const [, serve = ""] = /```sh\nnode -e "([^"\n]*)"\n```/.exec(section) ?? [];
const [, shown = ""] = /```text\n([\s\S]*?)```/.exec(section) ?? [];

const linesOf = (text: string) => text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));

const folder = mkdtempSync(join(tmpdir(), "readme-live-"));
/** What a call of a tool waits for. */
let permission = Promise.withResolvers<void>();
let world: ExampleTools;
let tools: FakeHttpServer;
let worker: RunningWorker;
let network: { readonly port: number; cut(): void; close(): void };
let server: ChildProcess;
let address: string;

beforeAll(async () => {
  world = await startExampleTools();
  tools = await fakeHttpServer(async (request, response, body) => {
    if (body.includes('"tools/call"')) await permission.promise;
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === "string" && !/^(host|connection|content-length)$/.test(name)) headers.set(name, value);
    const method = request.method ?? "GET";
    const answer = await fetch(world.mcpUrl, { method, headers, ...(method === "POST" && { body }) });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(await answer.text());
  });
  worker = await startWorker(workerSettings);
  await worker.planwright.register("example", tools.url, true);
  network = await networkBefore(worker.planwright.endpoint);
  const port = await freePort();
  writeFileSync(join(folder, "live.html"), page.replace("127.0.0.1:8787", `127.0.0.1:${network.port}`));
  server = spawn(process.execPath, ["-e", serve.replace("5173", String(port))], { cwd: folder, stdio: "inherit" });
  address = `http://127.0.0.1:${port}`;
  await answering(address);
});

afterAll(async () => {
  server?.kill();
  network?.close();
  await worker?.close();
  await tools?.close();
  await world?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the page of docs/clients.md", () => {
  it("has ten lines and needs nothing that it does not hold", () => {
    expect(linesOf(page)).toHaveLength(10);
    expect(page.match(/https?:\/\/[^/"]+/g)).toEqual(["http://127.0.0.1:8787"]);
    expect(serve).toContain("listen(5173, '127.0.0.1')");
    expect(section).toContain("http://127.0.0.1:5173");
  });

  it("shows the events of the run that it starts as they happen, each once, though its connection is cut", async () => {
    permission = Promise.withResolvers();
    const expected = linesOf(shown);
    await withBrowser(async (browser) => {
      const { page: open } = await openPage(browser, address);
      const log = open.locator("#log");
      await log.filter({ hasText: "STEP_STARTED" }).waitFor();
      expect(linesOf(await log.innerText())).toEqual(expected.slice(0, 2));
      network.cut();
      permission.resolve();
      await log.filter({ hasText: "EXECUTION_FINISHED" }).waitFor();
      expect(linesOf(await log.innerText())).toEqual(expected);
    });
  });

  it("is let in on any port of this machine, and no page of another machine or without an origin is", async () => {
    const ask = async (origin: string) => {
      const headers = { "content-type": "application/json", origin };
      const body = JSON.stringify({ query: "{ viewer { subject } }" });
      const response = await fetch(worker.planwright.endpoint, { method: "POST", headers, body });
      await response.body?.cancel();
      return response.status;
    };
    for (const origin of [address, "http://localhost:3000", "http://127.0.0.1"]) expect(await ask(origin)).toBe(200);
    for (const origin of ["null", "http://example.com", "http://localhost.example.com:5173", "http://192.168.0.7:5173"])
      expect(await ask(origin), origin).toBe(403);
  });
});

/** A way to the Worker whose connections can be cut. */
async function networkBefore(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<net.Socket>();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const listener = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // Whoever is cut complains; that is what this is for.
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const close = () => {
    cut();
    listener.close();
  };
  return { port: (listener.address() as net.AddressInfo).port, cut, close };
}

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const listener = net.createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as net.AddressInfo;
  listener.close();
  await once(listener, "close");
  return port;
}

/** Resolves when somebody answers at `url`; the time limit of the test is the end. */
async function answering(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => null);
    await response?.body?.cancel();
    if (response !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
