import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Secrets = {
  /** A 32-byte key, the same at every start, which reveals nothing about any other. */
  key(purpose: string): Buffer;
};

/** Derives keys from `secret` with HKDF-SHA-256 (RFC 5869). */
export function deriveSecrets(secret: string): Secrets {
  return { key: (purpose) => Buffer.from(hkdfSync('sha256', secret, 'toolyard', purpose, 32)) };
}

/** Reads the generated secret from the data folder; generates it at the first start. */
export async function savedSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secret');
  const made = randomBytes(32).toString('base64url');
  await mkdir(dataDir, { recursive: true });
  // With 'wx' only the first of several concurrent starts writes; all then read the same secret.
  await writeFile(file, made, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return deriveSecrets(await readFile(file, 'utf8'));
}
