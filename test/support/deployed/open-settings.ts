/** `HOSTING=on npm test` runs every test of the deployed Worker with executions that share objects, `HOSTING=off` with none. */
export const hostingOfTests: { readonly [name: string]: string } =
  process.env.HOSTING === undefined ? {} : { HOSTING: process.env.HOSTING };

/** Settings of a deployment that serves everybody and may call tools on this machine. */
export const openSettings = {
  AUTH_MODE: "none",
  EGRESS_ALLOW_PRIVATE: "true",
  EGRESS_ALLOW_HTTP: "true",
  ID_SEALING_SECRET: "5ea1".repeat(16),
  ...hostingOfTests,
} as const;
