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
    region: section(shape.region),
    time: section(shape.time),
    business: section(shape.business),
    bank: section(shape.bank),
    law: section(shape.law),
    social: section(shape.social),
    banner: section(shape.banner),
    statistics: section(shape.statistics),
    support: section(shape.support),
    about: section(shape.about),
    policy: section(shape.policy),
    returns: section(shape.returns),
    portfolio: section(shape.portfolio),
    email: section(shape.email),
    security: section(shape.security),
  })
  .check(
    z.refine(
      (change) => [...detailsSections, 'time' as const].some((name) => change[name] !== undefined),
      detailsRuleTexts.empty,
    ),
  );
export type DetailsChange = z.infer<typeof detailsChangeSchema>;

export const getDetailsCall = {
  method: 'GET',
  path: '/details',
  access: 'public',
  reply: publicDetailsSchema,
  tag: 'Settings',
  operationId: 'getDetails',
  summary: 'Gets the shop’s details',
  description:
    'Its name, contacts, and the texts of its pages; without the bank details, which only invoices show, and the security settings.',
} satisfies Call;

export const getManagedDetailsCall = {
  method: 'GET',
  path: '/managedetails',
  access: 'admin',
  reply: managedDetailsSchema,
  tag: 'Settings',
  operationId: 'getManagedDetails',
  summary: 'Gets the shop’s details for editing',
  description: 'Has the version that a change must name, and the default of each section.',
} satisfies Call;

export const countFiguresCall = {
  method: 'GET',
  path: '/details/figures',
  access: 'admin',
  reply: shape.statistics,
  tag: 'Settings',
  operationId: 'countFigures',
  summary: 'Counts figures for the home page from the shop’s own sales',
  description:
    'For the section `statistics`. Leaves out what is still zero; the home page shows them once they are saved.',
} satisfies Call;

export const uploadLogoCall = {
  method: 'POST',
  path: '/details/logo',
  access: 'admin',
  reply: z.object({ logo: z.string() }),
  tag: 'Settings',
  operationId: 'uploadLogo',
  summary: 'Uploads a logo for the shop',
  description:
    'A form like that of `POST /image`. What it returns is the `logo` of the section `look`; the logo is not shown before that is saved.',
} satisfies Call;

export const changeDetailsCall = {
  method: 'PATCH',
  path: '/details',
  access: 'admin',
  body: detailsChangeSchema,
  reply: managedDetailsSchema,
  errors: ['fresh_sign_in_needed', 'version_conflict', 'conflict'],
  tag: 'Settings',
  operationId: 'changeDetails',
  summary: 'Changes the shop’s details',
  description:
    'Whole sections; null resets one to its default. `time` is the earlier name of the `zone` of `region`. An outdated version is refused, with the current details in the error. `bank` and `security` need a fresh sign-in; `security.staffFactor` needs a second factor of your own first (409).',
} satisfies Call;
