/** The model on port 8790, the Worker on port 8787 with the manifest, and then the page on port 5173. Ctrl-C ends all. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { startModel } from "./model.js";
import { setUp } from "./set-up.js";

// Another program at one of these ports would be taken for ours, and be given what is registered.
for (const port of [8787, 8790]) {
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
const options = { stdio: "inherit", shell: process.platform === "win32" };
const programs = [];
const stop = () => {
  model.close();
  for (const program of programs) program.kill();
};
const start = (command, ...args) => {
  const program = spawn(command, args, options);
  programs.push(program);
  program.on("exit", () => {
    stop();
    if (programs.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)) process.exit();
  });
};
process.on("SIGINT", stop).on("SIGTERM", stop);
start("wrangler", "dev", "--port", "8787");
try {
  await setUp("http://127.0.0.1:8787");
  start("vite");
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
  stop();
}
