/** `planwright webhooks secret`: the secret by which the receivers of a tenant check that a webhook is genuine. */
import { Deployment } from "../base/deployment.ts";
import { type ExitCode, exitCodes } from "../base/exit-code.ts";
import type { Surroundings } from "../base/surroundings.ts";
import { type OperatorOptions, operatorTarget } from "./keys.ts";

export const webhookSecretDocument = /* GraphQL */ `
  query CliWebhookSecret { viewer { tenant { name webhookSecret } } }
`;

export async function webhooksSecret(options: OperatorOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { out } = surroundings;
  const deployment = new Deployment(operatorTarget(options, surroundings), surroundings);
  const { viewer } = await deployment.ask<{ viewer: { tenant: { name: string; webhookSecret: string } } }>(
    webhookSecretDocument,
  );
  const { name: tenant, webhookSecret: secret } = viewer.tenant;
  if (options.json) out.json({ tenant, secret });
  else out.line(secret);
  return exitCodes.ok;
}
