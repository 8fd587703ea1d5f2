import { z } from 'zod';
import { isEmail } from '#contracts/email.ts';

/** The mode that other settings depend on; its value is validated once, with the shop's own settings. */
export const mode = z.enum(['trial', 'live']).catch('trial');

export const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((value) => value === '1');

/** An integer within bounds. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);

export const email = z.string().trim().toLowerCase().refine(isEmail, 'must be an email address');

/** A web address. */
export const webAddress = (example: string) =>
  z.url({ protocol: /^https?$/, error: `must be an address such as ${example}` });

// proxy-addr, which Fastify uses, defines these names as groups of addresses.
const network = z.union([
  z.enum(['loopback', 'linklocal', 'uniquelocal']),
  z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]),
]);

/** A list of addresses and networks, such as `10.0.0.0/8, 192.0.2.7, loopback`; never all addresses. */
export const trustedProxies = z
  .string()
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine((proxies) => proxies.every((each) => network.safeParse(each).success && !each.endsWith('/0')), {
    error: 'must be addresses and networks such as 192.0.2.7,10.0.0.0/8 or loopback',
  });

/** Checks valid settings of a group against each other; problems are reported at their names. */
export function weigh<Group extends object>(group: Group, context: z.core.$RefinementCtx) {
  type Name = keyof Group & string;
  const refuse = (name: Name, problem: string): void =>
    context.addIssue({ code: 'custom', path: [name], message: problem, input: undefined });
  return {
    refuse,
    /** Requires a setting because of another; a refused group is never read, so the type may claim that it is
     * present. */
    need<Needed extends Name>(name: Needed, because: string): NonNullable<Group[Needed]> {
      if (group[name] === undefined) refuse(name, `is missing: ${because} needs it`);
      return group[name] as NonNullable<Group[Needed]>;
    },
    /** Requires two settings together; `undefined` if neither is given. */
    pair<First extends Name, Second extends Name>(first: First, second: Second) {
      const [one, other] = [group[first], group[second]];
      if (one === undefined && other === undefined) return undefined;
      if (one === undefined) refuse(first, `is missing: ${second} is set, and they go together`);
      if (other === undefined) refuse(second, `is missing: ${first} is set, and they go together`);
      return [one, other] as [NonNullable<Group[First]>, NonNullable<Group[Second]>];
    },
  };
}
