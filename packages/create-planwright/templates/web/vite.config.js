import { defineConfig } from "vite";

export default defineConfig({
  root: "page",
  build: { outDir: "../dist", emptyOutDir: true },
  server: { proxy: { "/graphql": { target: "http://127.0.0.1:8787", ws: true } } },
});
