/** JSON that a caller of a workflow gives by its address: what is read, and what is refused before it is read. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { readLink } from "../../../src/worker/routes/a2a-link.ts";
import { type FakeHttpServer, fakeHttpServer } from "../../support/callees/http-server.ts";

const bodies: Readonly<Record<string, string>> = {
  "/values": JSON.stringify({ city: "Bern" }),
  "/many-values": JSON.stringify(Array.from({ length: 200_001 }, () => 1)),
  "/many-names": JSON.stringify(Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`n${at}`, 1]))),
  "/deep": `${"[".repeat(129)}${"]".repeat(129)}`,
  "/text": "no JSON",
};

let server: FakeHttpServer;

beforeAll(async () => {
  server = await fakeHttpServer((request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(bodies[request.url ?? ""]);
  });
});

afterAll(() => server.close());

const read = (path: string) =>
  readLink(
    `${server.url}${path}`,
    { egress: { allowPrivate: true, allowHttp: true }, maxResponseBytes: 1_048_576 },
    AbortSignal.timeout(10_000),
  );

it("reads a JSON document", async () => {
  expect(await read("/values")).toEqual({ ok: true, value: { city: "Bern" } });
});

it.each([
  ["[N187] with more values than a request may hold", "/many-values", "different names of members"],
  ["[N187] with more names than a request may hold", "/many-names", "different names of members"],
  ["nested too deeply", "/deep", "within one another"],
  ["that is no JSON", "/text", "other content"],
])("refuses a document %s", async (_, path, finding) => {
  expect(await read(path)).toEqual({ ok: false, finding: expect.stringContaining(finding) });
});
