import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { idSchema } from '#contracts/identifiers.ts';
import { withPlainScheme } from '#contracts/links.ts';
import { atMost, formLine } from '#contracts/text.ts';
import { carrierRuleTexts as texts } from './texts/parcels.ts';

/** How many carriers a shop may have. */
const MAX_CARRIERS = 50;

/** What a link has in the tracking number's place. */
const NUMBER = '{number}';
const MAX_LINK = 300;

/** Where a parcel is followed, with `{number}` for its tracking number; null
 * where its carrier has no such page. */
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

/** Body of `PUT /carriers`: all of them, in the order that staff choose from.
 * `_id` says which one it was before. */
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
  summary: 'The carriers that take the shop’s parcels',
  description: '`link` is where a parcel is followed; `{number}` in it stands for the tracking number.',
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
  summary: 'Sets the carriers that take the shop’s parcels',
  description:
    'The list becomes what is sent. One with an `_id` keeps the parcels it had; one that is left out leaves their links behind.',
} satisfies Call;

/** Whether a text leads to a page of one site, by https, for any tracking number that is put into it. */
export function isLinkTemplate(template: string): boolean {
  if (!template.includes(NUMBER) || template.length > MAX_LINK) return false;
  // A number in the host's place would lead to sites of its own choosing.
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

/** Where a parcel is followed; null without a number or a carrier that has such a page. */
export function trackingUrl(template: string | null, trackingNumber: string | null): string | null {
  if (template === null || trackingNumber === null) return null;
  // Labels part the figures by spaces that scanners and carriers leave out.
  return fill(template, trackingNumber.replace(/\s+/gu, ''));
}

const fill = (template: string, number: string) =>
  template.replaceAll(NUMBER, () => encodeURIComponent(number));
