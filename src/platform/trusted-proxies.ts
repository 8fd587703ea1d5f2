import { isIP } from 'node:net';
import { z } from 'zod';

/** Groups of addresses that have a name (proxy-addr, which Fastify asks). */
const NAMED = ['loopback', 'linklocal', 'uniquelocal'];

/** A list of addresses and networks, such as `10.0.0.0/8, 192.0.2.7, loopback`. */
export const trustedProxies = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine((proxies) => proxies.every(isAddressOrNetwork), {
    error: 'must be addresses and networks such as 192.0.2.7,10.0.0.0/8 or loopback',
  });

function isAddressOrNetwork(text: string): boolean {
  if (NAMED.includes(text)) return true;
  const [address = '', bits] = text.split('/');
  const version = isIP(address);
  if (version === 0) return false;
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
