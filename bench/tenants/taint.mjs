/**
 * The cost of the labels of values: plans of a tenant with rules, whose every call is checked against them, beside the same plans of a
 * tenant whose calls are not, in turns on one runtime.
 */
import { makePlan } from "../floor/plan.mjs";
import { askProduct, productRunner, registerTools } from "../sides.mjs";
import { comparePairs } from "./compare-pairs.mjs";

const adminToken = "bench-of-labels-0123456789abcdefghi";

const setFlowRules = /* GraphQL */ `
  mutation ($input: SetFlowRulesInput!) { setFlowRules(input: $input) { errors { message } } }
`;

/**
 * What a tool gives may reach every argument of the next call but one that it never does, so that each call is looked up, and made. Rules
 * that could hold none of the calls would have nothing looked up.
 */
const rules = [
  ...["UNTRUSTED", "MODEL", "CALLER"].map((label) => ({ label, action: "ALLOW" })),
  { label: "bench", callable: "bench.echo", argument: "/ms", action: "REFUSE" },
];

/** Gives for each shape the times without and with rules, and the median of the ratios of their pairs. */
export async function measureTaint(startProduct, tools, quick, onProgress) {
  const product = await startProduct({ AUTH_MODE: "keys", ADMIN_TOKEN: adminToken }, rateLimits);
  const tenant = (name) => ({
    ...product,
    headers: { authorization: `Bearer ${adminToken}`, "planwright-tenant": name },
  });
  const [plain, ruled] = [tenant("plain"), tenant("ruled")];
  try {
    for (const side of [plain, ruled]) await registerTools(side, tools, { outputLabels: ["bench"] });
    const { setFlowRules: payload } = await askProduct(ruled, setFlowRules, { input: { rules } });
    if (payload.errors.length > 0) throw new Error(`Could not set the rules: ${JSON.stringify(payload.errors)}`);
    const results = {};
    for (const [shape, count] of [
      ["seq5", 600],
      ["seq100", 240],
    ]) {
      onProgress(`labels of ${shape}`);
      const plan = makePlan(shape, 0);
      const run = (side) => () => productRunner(side)(plan);
      results[shape] = await comparePairs({ plain: run(plain), ruled: run(ruled) }, quick ? 3 : count);
    }
    return { ...results, target: 1.02 };
  } finally {
    await product.stop();
  }
}

/** A benchmark is no flood. */
const rateLimits = {
  ratelimits: Object.fromEntries(
    ["RATE_LIMIT", "TENANT_RATE_LIMIT"].map((name, at) => [
      name,
      { type: "ratelimit", name, namespace_id: `100${at}`, simple: { limit: 1_000_000, period: 10 } },
    ]),
  ),
};
