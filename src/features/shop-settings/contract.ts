import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { detailsSections, publicDetailsSchema, shopDetailsSchema } from '#contracts/shop-details.ts';
import { detailsRuleTexts } from './texts/manage.ts';

/** The details for their editors: with their version, their defaults, and the sections that the owner has
 * changed. */
export const managedDetailsSchema = z.object({
  version: z.int(),
  details: shopDetailsSchema,
  defaults: shopDetailsSchema,
  own: z.array(z.enum(detailsSections)),
});
export type ManagedDetails = z.infer<typeof managedDetailsSchema>;

const { shape } = shopDetailsSchema;

/** An optional section: if present, it replaces the current one; `null` resets it to its default. */
const section = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema));

/** Body of `PATCH /details`. */
export const detailsChangeSchema = z
  .object({
    version: z.int(detailsRuleTexts.version),
    shop: section(shape.shop),
    look: section(shape.look),
    contact: section(shape.contact),
    time: section(shape.time),
    business: section(shape.business),
    bank: section(shape.bank),
    social: section(shape.social),
    banner: section(shape.banner),
    statistics: section(shape.statistics),
    support: section(shape.support),
    about: section(shape.about),
    policy: section(shape.policy),
    portfolio: section(shape.portfolio),
    email: section(shape.email),
  })
  .check(
    z.refine((change) => detailsSections.some((name) => change[name] !== undefined), detailsRuleTexts.empty),
  );
export type DetailsChange = z.infer<typeof detailsChangeSchema>;

export const getDetailsCall = {
  method: 'GET',
  path: '/details',
  access: 'public',
  reply: publicDetailsSchema,
  tag: 'Settings',
  operationId: 'getDetails',
  summary: 'What the shop says of itself',
  description:
    'Name, contacts and the texts of its pages, as the owner has them; without the bank details, which invoices show.',
} satisfies Call;

export const getManagedDetailsCall = {
  method: 'GET',
  path: '/managedetails',
  access: 'admin',
  reply: managedDetailsSchema,
  tag: 'Settings',
  operationId: 'getManagedDetails',
  summary: 'The shop’s details, to change them',
  description: 'With the version that a change must name, and the default of each section.',
} satisfies Call;

export const uploadLogoCall = {
  method: 'POST',
  path: '/details/logo',
  access: 'admin',
  reply: z.object({ logo: z.string() }),
  tag: 'Settings',
  operationId: 'uploadLogo',
  summary: 'Takes a logo for the shop',
  description:
    'A form as `POST /image` takes it. What is answered is the `logo` of the section `look`; nothing shows it before.',
} satisfies Call;

export const changeDetailsCall = {
  method: 'PATCH',
  path: '/details',
  access: 'admin',
  body: detailsChangeSchema,
  reply: managedDetailsSchema,
  errors: ['version_conflict'],
  tag: 'Settings',
  operationId: 'changeDetails',
  summary: 'Changes the shop’s details',
  description:
    'Whole sections; one that is null goes back to its default. A version that is not the present one is refused with the details as they are.',
} satisfies Call;
