/** Files of MCP servers, as other programs write them. */
import { expect, it } from "vitest";
import { mcpServers } from "../../../packages/planwright/cli/base/mcp-file.ts";

it("[N467] the servers of a .mcp.json are read with their variables, and what cannot be used is refused with its place", () => {
  const document = {
    mcpServers: {
      files: { command: "npx", args: ["-y", "${env:SERVER}", "${FOLDER:-/tmp}"], env: { TOKEN: "${TOKEN}" } },
      docs: { type: "http", url: "https://docs.example.com/${TOKEN}/mcp", headers: { Authorization: "x" } },
      off: { command: "x", disabled: true },
    },
  };
  expect(mcpServers(document, "f", { TOKEN: "t", SERVER: "server" })).toEqual([
    { kind: "PROGRAM", name: "files", command: "npx", args: ["-y", "server", "/tmp"], env: { TOKEN: "t" } },
    { kind: "REMOTE", name: "docs", url: "https://docs.example.com/t/mcp", sendsHeaders: true },
  ]);
  const refusals: readonly (readonly [unknown, string])[] = [
    [document, "required the variable SERVER, which files.args.1 names"],
    [{ mcpServers: { a: { url: "https://x.test/${input:key}" } } }, "at a.url, found ${input:key}. Set a variable"],
    [{ mcpServers: { a: { command: "${command:x}" } } }, "at a.command, found ${command:x}"],
    [[], "required {"],
    [{ mcpServers: { "a b": { url: "x" } } }, "required names of letters"],
    [{ mcpServers: { a: { type: "sse", url: "https://x.test" } } }, "the old transport sse"],
    [{ mcpServers: { a: {} } }, "required a url or a command at a"],
    [{ mcpServers: { a: { command: "x", args: [1] } } }, "required text at a.args.0"],
    [{ mcpServers: { a: { command: "x", args: "y" } } }, "required a list at a.args"],
  ];
  for (const [wrong, words] of refusals) expect(() => mcpServers(wrong, "f", {}), words).toThrow(words);
});
