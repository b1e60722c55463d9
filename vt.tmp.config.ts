import { defineConfig } from "vitest/config";
export default defineConfig({ test: { projects: [{ ssr: { resolve: { conditions: ["module", "node"] } }, test: { name: "node", include: ["test/{graph,worker}/**/*.test.ts"] } }] } });
