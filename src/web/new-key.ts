/**
 * A key that nobody else has, such as the `Idempotency-Key` of a call: 128 random bits in hex. `crypto.randomUUID` is there
 * on https addresses and on this machine only (W3C Secure Contexts), and a shop is tried out over plain HTTP too.
 */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
