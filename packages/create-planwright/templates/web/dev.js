/** The Worker on port 8787 and the page on port 5173, which passes requests of the API on to it. Ctrl-C ends both. */
import { spawn } from "node:child_process";

const options = { stdio: "inherit", shell: process.platform === "win32" };
const programs = [spawn("wrangler", ["dev", "--port", "8787"], options), spawn("vite", [], options)];
const stop = () => {
  for (const program of programs) program.kill();
};
for (const program of programs)
  program.on("exit", () => {
    stop();
    if (programs.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)) process.exit();
  });
process.on("SIGINT", stop).on("SIGTERM", stop);
