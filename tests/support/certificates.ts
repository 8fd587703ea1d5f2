import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Somebody who signs certificates; `file` is their own one, to be trusted. */
export type Authority = {
  file: string;
  /** Makes a certificate for a host, in PEM files. */
  sign(host: string): { cert: string; key: string };
  remove(): void;
};

/** Makes an authority with openssl, in a folder that everybody can read. */
export function createAuthority(name: string): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-certificates-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    `/CN=${name}`,
    '-days',
    '2',
  );
  return {
    file: join(folder, 'ca.pem'),
    sign(host) {
      openssl('req', ...newKey, '-keyout', `${host}.key`, '-out', `${host}.csr`, '-subj', `/CN=${host}`);
      writeFileSync(join(folder, `${host}.ext`), `subjectAltName=DNS:${host}\n`);
      const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2'];
      openssl('x509', '-req', '-in', `${host}.csr`, ...by, '-extfile', `${host}.ext`, '-out', `${host}.pem`);
      return { cert: join(folder, `${host}.pem`), key: join(folder, `${host}.key`) };
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
