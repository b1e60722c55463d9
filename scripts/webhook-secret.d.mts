/** The secret of `tenant` under that of a deployment: `whsec_` and the key in base64. */
export function webhookSecret(sealingSecret: string, tenant: string): string;
