/** The model on port 8790, an MCP server on port 8791 and the Worker on port 8787, with both registered. Ctrl-C ends all. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { startModel } from "./model.js";
import { setUp } from "./set-up.js";
import { startToolServer } from "./tool-server.js";

// Another program at one of these ports would be taken for ours, and be given what is registered.
for (const port of [8787, 8790, 8791]) {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch (error) {
    console.error(
      `Cannot start: required the port ${port}, found another program at it (${error.code}). Stop that first`,
    );
    process.exit(1);
  }
  await once(probe.close(), "close");
}

const model = await startModel(8790);
const worker = spawn("wrangler", ["dev", "--port", "8787"], { stdio: "inherit", shell: process.platform === "win32" });
const programs = [worker, startToolServer(8791)];
const stop = () => {
  model.close();
  for (const program of programs) program.kill();
};
for (const program of programs)
  program.on("exit", () => {
    stop();
    if (programs.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)) process.exit();
  });
process.on("SIGINT", stop).on("SIGTERM", stop);
try {
  await setUp("http://127.0.0.1:8787");
  console.log('Ready. In another terminal: npx planwright run "What is 12 and 30 together?" --watch');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
  stop();
}
