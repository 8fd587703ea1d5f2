import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { idSchema } from '#contracts/identifiers.ts';
import { withPlainScheme } from '#contracts/links.ts';
import { atMost, formLine } from '#contracts/text.ts';
import { carrierRuleTexts as texts } from './texts/parcels.ts';

/** Maximum number of carriers. */
const MAX_CARRIERS = 50;

/** What a link has in the tracking number's place. */
const NUMBER = '{number}';
const MAX_LINK = 300;

/** URL of a carrier's tracking page, with `{number}` in place of the tracking number; null if the carrier has
 * none. */
const link = z.pipe(
  z.pipe(
    z.nullable(z.string({ error: texts.link }).check(z.trim(), ...atMost(MAX_LINK, texts.link))),
    z.transform((typed) => withPlainScheme(typed ?? '') || null),
  ),
  z.nullable(z.string()).check(z.refine((typed) => typed === null || isLinkTemplate(typed), texts.link)),
);

const carrierFieldsSchema = z.object({ name: formLine({ ...texts.name, max: 60 }), link });

const carrierSchema = z.object({ _id: idSchema, name: z.string(), link: z.nullable(z.string()) });
export type Carrier = z.infer<typeof carrierSchema>;

const keyOf = (name: string) => name.toLowerCase();

/** Body of `PUT /carriers`: all carriers, in the order in which staff choose from them. `_id` identifies an
 * existing carrier. */
export const carriersSchema = z.object({
  carriers: z
    .array(z.extend(carrierFieldsSchema, { _id: z.optional(idSchema) }), { error: texts.carriers })
    .check(
      z.maxLength(MAX_CARRIERS, texts.tooMany(MAX_CARRIERS)),
      z.refine((all) => {
        const ids = all.flatMap(({ _id }) => _id ?? []);
        return new Set(ids).size === ids.length;
      }, texts.idTwice),
      z.refine((all) => new Set(all.map(({ name }) => keyOf(name))).size === all.length, texts.twice),
    ),
});
export type CarrierList = z.infer<typeof carriersSchema>;

export const listCarriersCall = {
  method: 'GET',
  path: '/carriers',
  access: 'staff',
  reply: z.array(carrierSchema),
  tag: 'Settings',
  operationId: 'listCarriers',
  summary: 'Lists the shop’s carriers',
  description: '`link` is the carrier’s tracking page; `{number}` in it stands for the tracking number.',
} satisfies Call;

export const setCarriersCall = {
  method: 'PUT',
  path: '/carriers',
  access: 'admin',
  body: carriersSchema,
  reply: z.array(carrierSchema),
  errors: ['conflict'],
  tag: 'Settings',
  operationId: 'setCarriers',
  summary: 'Sets the shop’s carriers',
  description:
    'Replaces the list. A carrier with an `_id` keeps its parcels; without their carrier, parcels have no tracking link.',
} satisfies Call;

/** Whether a template leads to an https page of one fixed site, for any tracking number inserted. */
export function isLinkTemplate(template: string): boolean {
  if (!template.includes(NUMBER) || template.length > MAX_LINK) return false;
  // A number in place of the host could lead to any site.
  const [one, other] = ['1', 'a/b?c#d@e'].map((number) => URL.parse(fill(template, number)));
  return (
    one?.protocol === 'https:' &&
    one.host !== '' &&
    one.host === other?.host &&
    one.username === '' &&
    one.password === '' &&
    !/[\s\p{Cc}]/u.test(template)
  );
}

/** Returns a parcel's tracking URL; null without a tracking number or tracking page. */
export function trackingUrl(template: string | null, trackingNumber: string | null): string | null {
  if (template === null || trackingNumber === null) return null;
  // Labels group the digits with spaces, which scanners and carriers omit.
  return fill(template, trackingNumber.replace(/\s+/gu, ''));
}

const fill = (template: string, number: string) =>
  template.replaceAll(NUMBER, () => encodeURIComponent(number));
