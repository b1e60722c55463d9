/**
 * How soon a call that had been on its way for long is made again after SIGKILL: from the process that listens again to the arrival of the
 * repeat at the tool. Each call is cut in the middle of its time; nobody asks anything of the executions meanwhile.
 */
import { setTimeout as delay } from "node:timers/promises";
import { startExampleTools } from "../support/deployed/example-tools.ts";
import { eventually, Planwright, tool } from "../support/deployed/planwright.ts";
import { ChaosProcess, type ChaosWorker } from "./chaos-worker.ts";

export interface LongCallsOptions {
  /** How long the call takes when nothing cuts it. */
  readonly callMs: number;
  /** Times that the process is killed, each time amid fresh calls. */
  readonly kills: number;
  /** Executions of one call that are on their way at a time. */
  readonly parallel: number;
}

export interface LongCallsFigure extends LongCallsOptions {
  readonly samples: number;
  /** From the process that listens again until the call arrives at the tool again. */
  readonly againMs: { readonly p50: number; readonly most: number };
}

const giveUpAfterMs = 120_000;
const notRepeated = `Cannot measure recovery: required that every call that was cut is made again within ${giveUpAfterMs} ms, found one that was not`;

export async function measureLongCalls(built: ChaosWorker, options: LongCallsOptions): Promise<LongCallsFigure> {
  const { callMs, kills, parallel } = options;
  const world = await startExampleTools();
  const worker = new ChaosProcess(built);
  const samples: number[] = [];
  try {
    let planwright = new Planwright(await worker.start());
    await planwright.register("example", world.mcpUrl, true);
    for (let kill = 0; kill < kills; kill += 1) {
      const source = { plan: { steps: [tool("call", "example.slow", { ms: callMs })] } };
      const started = await Promise.all(Array.from({ length: parallel }, () => planwright.start({ source })));
      const arrivals = async () => (await Promise.all(started.map(({ requestId }) => world.ledger(requestId)))).flat();
      await eventually(async () => (await arrivals()).length === parallel);
      await delay(callMs / 2);
      await worker.kill();
      const killedAt = Date.now();
      planwright = new Planwright(await worker.start());
      const listeningAt = Date.now();
      const again = async () => (await arrivals()).filter(({ at }) => at >= killedAt);
      await eventually(async () => {
        if (Date.now() > listeningAt + giveUpAfterMs) throw new Error(notRepeated);
        return (await again()).length >= parallel;
      });
      // One may arrive while the process still says where it listens.
      samples.push(...(await again()).map(({ at }) => Math.max(0, at - listeningAt)));
    }
  } finally {
    await worker.remove();
    await world.close();
  }
  const sorted = samples.toSorted((a, b) => a - b);
  const againMs = { p50: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, most: sorted.at(-1) ?? Number.NaN };
  return { ...options, samples: samples.length, againMs };
}
