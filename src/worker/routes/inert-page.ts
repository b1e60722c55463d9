/** Headers of pages that run nothing, load nothing and are shown in no frame. */
const policy = (formAction: string) =>
  `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;

/** The content security policy of such a page with a form, which is sent to its own deployment alone. */
export const formPolicy = policy("'self'");

/** The styles of such a page are its own. */
export const inertPageHeaders = {
  "content-security-policy": policy("'none'"),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};
