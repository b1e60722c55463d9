/**
 * A project of somebody who has no clone: a folder outside of the repository with the packed archives and a Worker of its own, started by
 * `wrangler dev`. wrangler is linked and not installed, because it is large and the same.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { packPackages } from "../../../scripts/build/pack.mjs";
import { projectRoot } from "../../../scripts/setup.mjs";
import { quietWrangler } from "../../../scripts/start/quiet-wrangler.mjs";

const linked = ["wrangler", "workerd", "@cloudflare/workers-types", "typescript", "@types/node"];

export class OwnProject {
  readonly folder = mkdtempSync(join(tmpdir(), "planwright-own-"));
  #program: ChildProcess | undefined;
  #output = "";

  /** Installs packages of ours from their archives, and `others` from the registry in the versions of the lockfile. */
  install(ours: readonly string[], others: readonly string[]): void {
    const { packages } = JSON.parse(readFileSync(join(projectRoot, "package-lock.json"), "utf8"));
    const versions = others.map((name) => `${name}@${packages[`node_modules/${name}`].version}`);
    this.write("package.json", JSON.stringify({ name: "own", private: true }));
    this.#install([...packPackages(ours).values(), ...versions]);
    this.#link(linked);
  }

  /** Installs packages of ours from their archives, and links all others that the `package.json` of the project names. */
  installOurs(ours: readonly string[]): void {
    const { dependencies, devDependencies, ...rest } = JSON.parse(this.read("package.json"));
    this.write("package.json", JSON.stringify(rest));
    this.#install([...packPackages(ours).values()], "--legacy-peer-deps");
    const names = Object.keys({ ...dependencies, ...devDependencies });
    this.#link([...linked, ...names.filter((name) => !existsSync(join(this.folder, "node_modules", name)))]);
  }

  #install(packages: readonly string[], ...more: readonly string[]): void {
    const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--silent", ...more];
    execFileSync("npm", ["install", ...flags, ...packages], { cwd: this.folder, stdio: "inherit" });
  }

  #link(names: readonly string[]): void {
    for (const name of new Set(names)) {
      const place = join(this.folder, "node_modules", name);
      mkdirSync(dirname(place), { recursive: true });
      symlinkSync(join(projectRoot, "node_modules", name), place);
    }
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), "utf8");
  }

  /** Runs a program of the project, or of the machine. Gives what it printed; throws with it if it failed. */
  run(file: string, ...args: readonly string[]): string {
    const bins = [join(this.folder, "node_modules/.bin"), join(projectRoot, "node_modules/.bin"), process.env.PATH];
    const env = { ...process.env, ...quietWrangler, PATH: bins.join(":"), HOME: this.folder };
    return execFileSync(file, args, { cwd: this.folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  }

  /** Starts `wrangler dev` and waits until it answers. Its origin. */
  async start(): Promise<string> {
    const wrangler = join(projectRoot, "node_modules/wrangler/wrangler-dist/cli.js");
    // A port that is free may be taken before the Worker has it.
    for (let tries = 0; tries < 3; tries += 1) {
      const port = await freePort();
      const given = [
        "dev",
        "--ip",
        "127.0.0.1",
        "--port",
        String(port),
        "--inspector-port",
        "0",
        "--log-level",
        "warn",
      ];
      const program = spawn(process.execPath, [wrangler, ...given, "--show-interactive-dev-session=false"], {
        cwd: this.folder,
        env: { ...process.env, ...quietWrangler },
        stdio: ["ignore", "pipe", "pipe"],
      });
      this.#program = program;
      for (const stream of [program.stdout, program.stderr]) stream.on("data", (chunk) => (this.#output += chunk));
      const origin = `http://127.0.0.1:${port}`;
      while (program.exitCode === null) {
        if ((await fetch(`${origin}/health`).catch(() => null))?.status === 200) return origin;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    throw new Error(`wrangler dev ended with ${this.#program?.exitCode}: ${this.#output.slice(-2_000)}`);
  }

  get output(): string {
    return this.#output;
  }

  /** A killed wrangler leaves its runtimes behind, so it is asked to end. */
  async stop(): Promise<void> {
    const program = this.#program;
    if (program === undefined || program.exitCode !== null) return;
    const ended = once(program, "exit");
    program.kill("SIGINT");
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const listener = net.createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as net.AddressInfo;
  await once(listener.close(), "close");
  return port;
}
