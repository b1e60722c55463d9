/**
 * The settings of the Worker that `npm start` runs. Pages that this machine serves on any port may use it, so that a page can be tried
 * without a deployment. Pages of other machines, and files, which have no origin, may not.
 */
export const workerSettings = {
  AUTH_MODE: "none",
  EGRESS_ALLOW_PRIVATE: "true",
  EGRESS_ALLOW_HTTP: "true",
  ALLOWED_ORIGINS: "http://localhost:* http://127.0.0.1:*",
  GRAPHIQL: "true",
};

/** The same with the scripted model at this address, and prices, so that a run shows what it would cost. */
export function settingsWithModel(modelUrl) {
  const models = [{ name: "scripted", provider: "openai-compatible", model: "scripted", baseUrl: modelUrl }];
  const prices = { scripted: { input: 0.15, cachedInput: 0.075, output: 0.6 } };
  return { ...workerSettings, MODELS: JSON.stringify(models), MODEL_PRICES: JSON.stringify(prices) };
}
