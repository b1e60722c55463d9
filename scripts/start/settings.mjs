/**
 * The settings of the Worker that `npm start` runs. Pages that this machine serves, on whatever port, may use it, so that a page can
 * be tried without a deployment; pages of other machines, and files, which have no origin, may not.
 */
export const workerSettings = {
  AUTH_MODE: "none",
  EGRESS_ALLOW_PRIVATE: "true",
  EGRESS_ALLOW_HTTP: "true",
  ALLOWED_ORIGINS: "http://localhost:* http://127.0.0.1:*",
};
