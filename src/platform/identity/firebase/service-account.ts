import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Who the shop is to Google. `privateKey` is in PEM. */
export type ServiceAccount = { projectId: string; clientEmail: string; privateKey: string };

/** The key file of a service account, as Google's console gives it out. */
const keyFileSchema = z
  .object({
    type: z.literal('service_account'),
    project_id: z.string().min(1),
    client_email: z.email(),
    private_key: z.string().refine(isPrivateKey),
  })
  .transform(({ project_id, client_email, private_key }) => ({
    projectId: project_id,
    clientEmail: client_email,
    privateKey: private_key,
  }));

/** A setting that names the key file of a service account; what comes out is what stands in it. */
export const serviceAccountFile = z.string().transform((path, context): ServiceAccount => {
  const parsed = keyFileSchema.safeParse(readJson(path));
  if (parsed.success) return parsed.data;
  const message = 'must be the path of the JSON key file of a service account, which the shop can read';
  context.issues.push({ code: 'custom', message, input: path });
  return z.NEVER;
});

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
