/** The list of executions: the slowest page of a long list beside the slowest of a short one. */
import { alternate } from "./measure.mjs";
import { askProduct } from "./sides.mjs";

const page = /* GraphQL */ `
  query ($first: Int, $last: Int, $filter: ExecutionFilter) {
    executions(first: $first, last: $last, filter: $filter) { nodes { id status createdAt } pageInfo { hasNextPage } }
  }
`;

const pages = {
  "no filter": { first: 25 },
  "last page": { last: 25 },
  status: { first: 25, filter: { status: ["FAILED"] } },
  "several states": { first: 25, filter: { status: ["FAILED", "PARTIAL", "CANCELLED"] } },
  "waiting for a person": { first: 25, filter: { waitingFor: ["PERSON"] } },
  "created before": { first: 25, filter: { createdBefore: "2026-01-01T00:10:00.000Z" } },
  "created after": { first: 25, filter: { createdAfter: "2026-01-01T00:05:00.000Z" } },
  callable: { first: 25, filter: { callableName: "tool 7" } },
  label: { first: 25, filter: { labels: [{ key: "team", value: "team 7" }] } },
  context: { first: 25, filter: { contextId: "context 7" } },
  children: { first: 25, filter: { root: false } },
};

/** `product` is made of `index-entry.ts`; its tenant is always the same, so each length has a runtime of its own. */
export async function measureListing(startProduct, quick, onProgress) {
  // The shorter one just fills every page.
  const lengths = quick ? [1_000, 2_000] : [1_000, 100_000];
  const slowest = {};
  for (const length of lengths) {
    onProgress(`pages of a list of ${length}`);
    const product = await startProduct();
    try {
      const body = JSON.stringify({ count: length, tenant: "default" });
      await fetch(`${product.url}/bench/summaries`, { method: "POST", body });
      const tasks = Object.fromEntries(
        Object.entries(pages).map(([name, variables]) => [name, () => readPage(product, variables)]),
      );
      const times = await alternate(tasks, quick ? 3 : 60);
      const [name, { p50 }] = Object.entries(times).toSorted(([, a], [, b]) => b.p50 - a.p50)[0];
      slowest[length] = { name, p50 };
    } finally {
      await product.stop();
    }
  }
  const [short, long] = lengths;
  return { short, long, slowest, ratio: slowest[long].p50 / slowest[short].p50, target: 2 };
}

async function readPage(product, variables) {
  const { executions } = await askProduct(product, page, variables);
  if (executions.nodes.length !== 25)
    throw new Error(`A page has ${executions.nodes.length} items: ${JSON.stringify(variables)}`);
}
