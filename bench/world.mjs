/** The servers of a bench run: the tool server and the runtimes, each started when it is first asked for, all stopped at the end. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { projectRoot } from "../scripts/setup.mjs";
import { buildProduct, startFloor, startProduct, startRefusing, startWorkflows } from "./runtimes.mjs";
import { floorRunner, productRunner, registerTools } from "./sides.mjs";
import { startPlainBroadcast, startPlainFloor, startPlainProduct } from "./warm/plain-runtime.mjs";

export class World {
  #started = new Map();
  #releases = [];
  #onProgress;

  constructor(onProgress) {
    this.#onProgress = onProgress;
  }

  /** Address of the tool server. */
  tools() {
    return this.#once("tools", async () => {
      const server = spawn(process.execPath, [join(projectRoot, "bench/floor/tools.mjs")], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      this.#releases.push(() => server.kill());
      return String((await once(server.stdout, "data"))[0]).trim();
    });
  }

  /** The product as it would be deployed, or with another entry. */
  bundle(entry = undefined) {
    return this.#once(`bundle ${entry}`, async () => {
      this.#onProgress(entry === undefined ? "building the product as it would be deployed" : `building ${entry}`);
      const bundle = await buildProduct(entry);
      this.#releases.push(bundle.remove);
      return bundle;
    });
  }

  floor() {
    return this.#runtime("floor", startFloor);
  }

  /** A second floor, of which only the calls are used, so that nothing of the first one is counted with them. */
  naive() {
    return this.#runtime("naive", startFloor);
  }

  /** A Worker that refuses every request. */
  refusing() {
    return this.#runtime("refusing", startRefusing);
  }

  workflows() {
    return this.#runtime("workflows", startWorkflows);
  }

  /** With the tools registered. */
  product() {
    return this.#runtime("product", async () => {
      const product = await startProduct(await this.bundle());
      await registerTools(product, await this.tools());
      return product;
    });
  }

  /** The runner of a plan on each side, the naive loop first. */
  async sides() {
    const tools = await this.tools();
    return {
      naive: floorRunner(await this.naive(), tools, "/calls"),
      floor: floorRunner(await this.floor(), tools),
      product: productRunner(await this.product()),
      workflows: floorRunner(await this.workflows(), tools),
    };
  }

  /** Starts a floor and a product that have run nothing yet, each on a runtime by itself, with the runner of a plan on each. */
  async plainSides() {
    const [tools, bundle] = [await this.tools(), await this.bundle()];
    const runtimes = { floor: await startPlainFloor(), product: await startPlainProduct(bundle) };
    // Those of a round are stopped with it; these calls are for one that does not begin.
    for (const runtime of Object.values(runtimes)) this.#releases.push(runtime.stop);
    await registerTools(runtimes.product, tools);
    const sides = { floor: floorRunner(runtimes.floor, tools), product: productRunner(runtimes.product) };
    return { runtimes, sides, stop: () => stopAll(runtimes) };
  }

  /** Starts a floor of subscriptions and a product that have run nothing yet, each on a runtime by itself. */
  async plainWatched() {
    const [tools, bundle] = [await this.tools(), await this.bundle()];
    const runtimes = { broadcast: await startPlainBroadcast(), product: await startPlainProduct(bundle) };
    for (const { stop } of Object.values(runtimes)) this.#releases.push(stop);
    await registerTools(runtimes.product, tools);
    return { ...runtimes, stop: () => stopAll(runtimes) };
  }

  /** Starts a floor and a product that nobody else uses, each on a runtime by itself. */
  async plainStarts() {
    const bundle = await this.bundle();
    return { floor: startPlainFloor, product: () => startPlainProduct(bundle) };
  }

  /** Starts a product of its own. */
  async startProduct(settings = {}, entry = undefined, more = {}) {
    return startProduct(await this.bundle(entry), settings, more);
  }

  async stop() {
    for (const release of this.#releases.reverse()) await release();
  }

  #runtime(name, start) {
    return this.#once(name, async () => {
      const runtime = await start();
      this.#releases.push(runtime.stop);
      return runtime;
    });
  }

  #once(name, make) {
    const started = this.#started.get(name) ?? make();
    this.#started.set(name, started);
    return started;
  }
}

async function stopAll(runtimes) {
  for (const { stop } of Object.values(runtimes)) await stop();
}
