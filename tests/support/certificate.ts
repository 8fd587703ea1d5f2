import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

const DAY_MS = 86_400_000;

// ASN.1 tags (ITU-T X.690), and the object identifiers of a certificate (RFC 5280, RFC 5758), encoded.
const SEQUENCE = 0x30;
const SET = 0x31;
const BOOLEAN = 0x01;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const ALTERNATIVE_NAMES = Buffer.from('0603551d11', 'hex');
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex');
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');

/** The subject does not matter: hosts are identified by the alternative names alone. */
const SELF = 'Toolyard tests';

/** A key and its certificate, in PEM. */
export type Certificate = { key: string; cert: string };

/** An issuer, by name and its own certificate. */
export type Signer = Certificate & { name: string };

/** Creates a certificate for names and IPv4 addresses, valid from yesterday until tomorrow or `goodUntil`;
 * self-signed unless a signer is given. */
export function makeCertificate(
  names: string[],
  goodUntil = new Date(Date.now() + DAY_MS),
  signer?: Signer,
): Certificate {
  return issue(SELF, alternativeNames(names), goodUntil, signer);
}

/** Creates an issuer whose certificate is valid until tomorrow. */
export function makeSigner(name: string): Signer {
  return { name, ...issue(name, maySign(), new Date(Date.now() + DAY_MS)) };
}

function issue(name: string, extension: Buffer, goodUntil: Date, signer?: Signer): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(SEQUENCE, ECDSA_WITH_SHA256);
  const content = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1]), randomBytes(8)),
    algorithm,
    commonName(signer?.name ?? name),
    der(SEQUENCE, utcTime(new Date(goodUntil.getTime() - 2 * DAY_MS)), utcTime(goodUntil)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, extension)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, signer?.key ?? privateKey)]);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: toPem(der(SEQUENCE, content, algorithm, der(BIT_STRING, signature))),
  };
}

function commonName(name: string): Buffer {
  return der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(name)))));
}

/** The certificate extension of a key that signs others. */
function maySign(): Buffer {
  const yes = der(BOOLEAN, Buffer.from([0xff]));
  return der(SEQUENCE, BASIC_CONSTRAINTS, yes, der(OCTET_STRING, der(SEQUENCE, yes)));
}

function alternativeNames(names: string[]): Buffer {
  const general = names.map((name) =>
    isIPv4(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name)),
  );
  return der(SEQUENCE, ALTERNATIVE_NAMES, der(OCTET_STRING, der(SEQUENCE, ...general)));
}

function utcTime(time: Date): Buffer {
  const digits = time.toISOString().replace(/\D/g, '').slice(2, 14);
  return der(UTC_TIME, Buffer.from(`${digits}Z`));
}

/** One ASN.1 value in distinguished encoding (DER). */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function toPem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
