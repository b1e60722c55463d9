/** An MCP server of the registry on port 8791, as it comes. Give yours in its place. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Starts it. Ends with `kill()`. */
export function startToolServer(port) {
  const found = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/package.json");
  const program = join(dirname(found), "dist/index.js");
  const env = { ...process.env, PORT: String(port) };
  return spawn(process.execPath, [program, "streamableHttp"], { env, stdio: ["ignore", "ignore", "inherit"] });
}
