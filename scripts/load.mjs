/** `npm run load`: the load generator of `examples/load-generator`, see docs/operate.md. */
const { main } = await import("../examples/load-generator/load.ts");
const { usage } = await import("../examples/load-generator/options.ts");

if (process.argv.includes("--options")) console.log(usage);
else process.exitCode = await main();
