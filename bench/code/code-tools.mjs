/** Five calls of a tool in code, one after another, beside five of a tool that does the same behind HTTP: time, and processor time of the runtime. */
import { alternate, cpuMs } from "../measure.mjs";
import { askProduct, registerTools } from "../sides.mjs";

const executePlan = /* GraphQL */ `
  mutation ($input: ExecutePlanInput!) {
    executePlan(input: $input) { execution { status usage { toolCalls } } errors { message } }
  }
`;

/** `startProduct` gives a product of its own with the tool `echo_code`; `tools` is the address of the tool server. */
export async function measureCodeTools(startProduct, tools, quick, onProgress) {
  const product = await startProduct();
  try {
    await registerTools(product, tools);
    onProgress("five tools in code");
    const inCode = () => runFive(product, "echo_code", {});
    const overHttp = () => runFive(product, "echo", { ms: 0 });
    const times = await alternate({ overHttp, inCode }, quick ? 3 : 100);
    const count = quick ? 5 : 100;
    const cpu = { overHttp: await cpuOf(product, overHttp, count), inCode: await cpuOf(product, inCode, count) };
    return { ...times, cpu, ratio: times.inCode.p50 / times.overHttp.p50, target: 0.6 };
  } finally {
    await product.stop();
  }
}

async function runFive(product, toolName, more) {
  const step = (at) => ({ toolName, arguments: { v: at === 0 ? 1 : `$${at - 1}.output.v`, ...more } });
  const plan = { steps: [0, 1, 2, 3, 4].map((at) => ({ tool: step(at) })) };
  const input = { source: { plan }, options: { waitMs: 25_000 } };
  const { executePlan: payload } = await askProduct(product, executePlan, { input });
  if (payload.execution?.status !== "SUCCEEDED" || payload.execution.usage.toolCalls !== 5)
    throw new Error(`Five calls of ${toolName} did not succeed: ${JSON.stringify(payload)}`);
}

/** Milliseconds of processor time of the runtime for each run. Null on machines that do not report it. */
async function cpuOf(product, task, count) {
  const before = cpuMs(product.pid);
  for (let turn = 0; turn < count; turn++) await task();
  const after = cpuMs(product.pid);
  return before === null || after === null ? null : (after - before) / count;
}
