/** What the real Worker's process needs while callers ask for more than an answer holds. Linux only: elsewhere nothing says so. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { residentBytesOf } from "../../soak/process-figures.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { tool } from "../../support/deployed/planwright.ts";

const served = deployedWorld({ settings: { MAX_RESPONSE_BYTES: "16777216" } });

const megabyte = 1_000_000;

/** The runtimes that this process started. */
function runtimes(): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => {
      try {
        const [, command, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${id}/stat`, "utf8")) ?? [];
        return command === "workerd" && Number(rest?.split(" ")[1]) === process.pid;
      } catch {
        return false;
      }
    });
}

interface Peak {
  readonly peak: number;
  readonly answered: readonly number[];
}

/** The most resident bytes while `task` runs, and how many bytes each request was answered with. */
async function peakDuring(task: () => Promise<readonly number[]>): Promise<Peak> {
  const ids = runtimes();
  let peak = residentBytesOf(ids);
  const watching = setInterval(() => {
    peak = Math.max(peak, residentBytesOf(ids));
  }, 5);
  const answered = await task().finally(() => clearInterval(watching));
  return { peak, answered };
}

async function bytesAnswered(query: string, variables: object): Promise<number> {
  const response = await fetch(served.worker.planwright.endpoint, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.byteLength;
  return bytes;
}

/** The most that one such request may take: what it holds, and what the runtime has not cleared away yet. Without the bound it took 420 MB. */
const mostBytes = 200 * megabyte;

it.runIf(process.platform === "linux")(
  "[N36] a request for 100 MB is answered with 16 of them, alone and ten at a time, and alone takes less than half of what they would",
  async () => {
    const text = "{{bindings.t}}".repeat(20);
    const plan = { steps: [tool("big", "example.set_note", { name: "big", text })] };
    const { errors, execution } = await served.worker.planwright.executePlan({
      source: { plan },
      bindings: { t: "x".repeat(megabyte / 5) },
      options: { waitMs: 25_000 },
    });
    expect([execution?.status, errors]).toEqual(["SUCCEEDED", []]);
    const aliases = Array.from({ length: 25 }, (_, n) => `a${n}: steps { output { value(maxBytes: 5000000) } }`);
    const query = `query ($id: ID!) { execution(by: { id: $id }) { ${aliases.join(" ")} } }`;
    const asked = () => bytesAnswered(query, { id: execution?.id ?? "" });
    const before = residentBytesOf(runtimes());
    const alone = await peakDuring(async () => [await asked()]);
    expect(alone.answered[0]).toBeGreaterThan(16 * megabyte);
    expect(alone.answered[0]).toBeLessThan(17 * megabyte);
    expect(before).toBeGreaterThan(megabyte);
    expect(alone.peak - before).toBeLessThan(mostBytes);
    const { answered } = await peakDuring(() => Promise.all(Array.from({ length: 10 }, asked)));
    expect(answered).toEqual(Array.from({ length: 10 }, () => alone.answered[0]));
  },
);
