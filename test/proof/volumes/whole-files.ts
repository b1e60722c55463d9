/**
 * Test files that `npm test` leaves out, because together they take longer than all others, and `npm run proof` runs whole: what installs archives, starts
 * whole projects, compares with other implementations, or tries one thing many times. `PLANWRIGHT_VOLUME=whole npm test -- test/e2e/cli` runs them by hand.
 */
export const wholeFiles: readonly string[] = [
  "test/browser/early-acts.test.ts",
  "test/browser/early-typing.test.ts",
  "test/browser/tasks.test.ts",
  "test/browser/web-app.test.ts",
  "test/e2e/access/answer-memory.test.ts",
  "test/e2e/access/secret-places.test.ts",
  "test/e2e/cli/dev.test.ts",
  "test/e2e/cli/serve.test.ts",
  "test/e2e/clients/graphiql.test.ts",
  "test/e2e/clients/planwright-client.test.ts",
  "test/e2e/kill/agent-kills.test.ts",
  "test/e2e/kill/item-kills.test.ts",
  "test/e2e/kill/progress.test.ts",
  "test/e2e/kill/round-kills.test.ts",
  "test/e2e/kill/texts.test.ts",
  "test/e2e/runs/agent-mesh-vectors.test.ts",
  "test/e2e/runs/many-tools.test.ts",
  "test/e2e/sockets/hosted-hibernation.test.ts",
  "test/e2e/sockets/slow-readers.test.ts",
  "test/e2e/start/first-tool.test.ts",
  "test/e2e/start/npm-start-world.test.ts",
  "test/e2e/start/templates.test.ts",
  "test/e2e/tools/chaos-upstreams.test.ts",
  "test/e2e/tools/lean-oracle.test.ts",
  "test/packages/packed.test.ts",
  "test/packages/plans-types.test.ts",
  "test/tools/mcp/lean-oracle.test.ts",
];
