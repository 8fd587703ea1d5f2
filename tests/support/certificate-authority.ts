import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate, makeSigner } from './certificate.ts';

/** A certificate authority; `file` is its own certificate, to be trusted. */
export type Authority = {
  file: string;
  /** Issues a certificate for a host, as PEM files. */
  sign(host: string): { cert: string; key: string };
  remove(): void;
};

/** Creates an authority with its own folder of files. */
export function createAuthority(name: string): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-authority-'));
  const signer = makeSigner(name);
  const write = (file: string, text: string) => {
    writeFileSync(join(folder, file), text);
    return join(folder, file);
  };
  return {
    file: write('ca.pem', signer.cert),
    sign(host) {
      const { cert, key } = makeCertificate([host], undefined, signer);
      return { cert: write(`${host}.pem`, cert), key: write(`${host}.key`, key) };
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
