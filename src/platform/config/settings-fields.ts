import { z } from 'zod';
import { isEmail } from '#contracts/email.ts';

/** What the other settings are weighed by; that it is one of the two is checked once, with the shop's own. */
export const mode = z.enum(['trial', 'live']).catch('trial');

export const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((value) => value === '1');

/** A whole number within bounds. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);

export const email = z.string().trim().toLowerCase().refine(isEmail, 'must be an email address');

/** An address on the web. */
export const webAddress = (example: string) =>
  z.url({ protocol: /^https?$/, error: `must be an address such as ${example}` });

// The names are groups of addresses to proxy-addr, which Fastify asks.
const network = z.union([
  z.enum(['loopback', 'linklocal', 'uniquelocal']),
  z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]),
]);

/** A list of addresses and networks, such as `10.0.0.0/8, 192.0.2.7, loopback`; never everybody. */
export const trustedProxies = z
  .string()
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine((proxies) => proxies.every((each) => network.safeParse(each).success && !each.endsWith('/0')), {
    error: 'must be addresses and networks such as 192.0.2.7,10.0.0.0/8 or loopback',
  });

/** Checks settings of a group that are each right against one another; what is
 * wrong is told beside their names. */
export function weigh<Group extends object>(group: Group, context: z.core.$RefinementCtx) {
  type Name = keyof Group & string;
  const refuse = (name: Name, problem: string): void =>
    context.addIssue({ code: 'custom', path: [name], message: problem, input: undefined });
  return {
    refuse,
    /** A setting that must be there because of another; a refused group is never read,
     * so that the type may say it is. */
    need<Needed extends Name>(name: Needed, because: string): NonNullable<Group[Needed]> {
      if (group[name] === undefined) refuse(name, `is missing: ${because} needs it`);
      return group[name] as NonNullable<Group[Needed]>;
    },
    /** Two settings that only make sense together; `undefined` where neither is given. */
    pair<First extends Name, Second extends Name>(first: First, second: Second) {
      const [one, other] = [group[first], group[second]];
      if (one === undefined && other === undefined) return undefined;
      if (one === undefined) refuse(first, `is missing: ${second} is set, and they go together`);
      if (other === undefined) refuse(second, `is missing: ${first} is set, and they go together`);
      return [one, other] as [NonNullable<Group[First]>, NonNullable<Group[Second]>];
    },
  };
}
