/**
 * How the client for Python reads what comes over a connection, over each of its libraries that this machine has: texts that hold characters at
 * which Python ends a line, and a redirect.
 */
import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeHttpServer, fakeHttpServer } from "../support/callees/http-server.ts";

const python = ["python3", "/usr/bin/python3"].find(
  (name) => spawnSync(name, ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]).status === 0,
);
const hasHttpx = python !== undefined && spawnSync(python, ["-c", "import httpx"]).status === 0;
const libraries = [...(python === undefined ? [] : ["urllib"]), ...(hasHttpx ? ["httpx"] : [])];

/** The ends of lines of Python that JSON may have within a text. */
const odd = "a\u2028b\u2029c\u0085d";
/** As JavaScript writes it: they stand there as they are. */
const whole = JSON.stringify({ data: { a: odd } });
const program = `
import json, sys
from planwright.errors import PlanwrightError
from planwright.transport import Transport
endpoint, library, redirected = sys.argv[1:]
found = {}
def transport(url):
    return Transport(url, lambda: {"authorization": "Bearer s3cret"}, 5.0, library == "httpx")
found["answer"] = transport(endpoint).send("{ a }", {})["a"]
found["items"] = [item["data"]["a"] for item in transport(endpoint).stream("subscription { a }", {}, 5.0)]
try: transport(redirected).send("{ a }", {})
except PlanwrightError as error: found["redirect"] = [error.status, error.is_transient]
print(json.dumps(found))
`;

let server: FakeHttpServer;
let elsewhere: FakeHttpServer;
const received: unknown[] = [];
beforeAll(async () => {
  elsewhere = await fakeHttpServer((request, response) => {
    received.push(request.headers.authorization);
    response.end(whole);
  });
  server = await fakeHttpServer((request, response) => {
    if (request.url === "/moved") return response.writeHead(302, { location: elsewhere.url }).end();
    if (request.headers.accept !== "text/event-stream") {
      return response.writeHead(200, { "content-type": "application/json" }).end(whole);
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    const bytes = Buffer.from(`: hello\r\n\nevent: next\ndata: ${whole}\n\nevent: complete\ndata:\n\n`);
    // Cut within a character.
    for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7));
    response.end();
  });
});
afterAll(() => Promise.all([server.close(), elsewhere.close()]));

describe.skipIf(libraries.length === 0)("the transport of the client for Python", () => {
  it.each(libraries)(
    "[N818] reads texts with ends of lines of Python over %s, and follows no redirect",
    async (library) => {
      const env = { ...process.env, PYTHONPATH: "clients/python", PYTHONDONTWRITEBYTECODE: "1" };
      const args = ["-c", program, server.url, library, `${server.url}/moved`];
      const { stdout } = await promisify(execFile)(python ?? "", args, { env });
      expect(JSON.parse(stdout)).toEqual({ answer: odd, items: [odd], redirect: [302, false] });
      expect(received).toEqual([]);
    },
  );
});
