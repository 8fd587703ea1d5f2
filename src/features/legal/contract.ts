import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { oneOf } from '#contracts/call-parts.ts';
import { customerGroups, legalPages } from '#contracts/duties.ts';
import { hasSafeLinks } from '#contracts/links.ts';
import { formLine, formText, plainLine } from '#contracts/text.ts';
import { shopDetailsLabels, shopDetailsRuleTexts } from '#texts/shop-details.ts';
import { fieldTexts } from '#texts/validation.ts';
import { legalLabels as labels, legalRuleTexts as texts } from './texts.ts';

/** Maximum number of parts of a page: with the longest texts still within the size of a body. */
export const MAX_PARTS = 16;

const part = shopDetailsLabels.parts;

const partSchema = z.object({
  heading: formLine({ missing: fieldTexts.missing(part.heading), label: part.heading, max: 80 }),
  text: formText({ missing: fieldTexts.missing(part.text), label: part.text, max: 3000 }).check(
    z.refine(hasSafeLinks, shopDetailsRuleTexts.unsafeLink),
  ),
});

/** The text of a page, as its owner writes it. */
export const legalTextSchema = z.object({
  opening: formLine({ missing: fieldTexts.missing(labels.opening), label: labels.opening, max: 400 }),
  parts: z
    .array(partSchema)
    .check(z.minLength(1, texts.noParts), z.maxLength(MAX_PARTS, texts.tooManyParts(MAX_PARTS))),
});
export type LegalText = z.infer<typeof legalTextSchema>;

const pageSchema = z.enum(legalPages);
const pageParams = z.object({ page: oneOf('page', legalPages) });
const version = z.int().check(z.gte(1));
const moment = z.iso.datetime();

/** A picture that is shown as it was uploaded, with its size in pixels. */
const pictureSchema = z.object({ address: z.string(), width: z.int(), height: z.int() });

/** A version as visitors read it. `picture`: the official notice, on the page `guarantee` only. */
export const publishedTextSchema = z.extend(legalTextSchema, {
  page: pageSchema,
  title: z.string(),
  version,
  publishedAt: moment,
  picture: z.optional(pictureSchema),
});
export type PublishedText = z.infer<typeof publishedTextSchema>;

export const listLegalPagesCall = {
  method: 'GET',
  path: '/legal-pages',
  access: 'public',
  reply: z.array(z.pick(publishedTextSchema, { page: true, title: true, version: true, publishedAt: true })),
  tag: 'Settings',
  operationId: 'listLegalPages',
  summary: 'Lists the legal pages that the shop has published',
} satisfies Call;

export const getLegalPageCall = {
  method: 'GET',
  path: '/legal-pages/:page',
  access: 'public',
  params: pageParams,
  query: z.object({
    version: z.optional(z.coerce.number(texts.version).check(z.int(), z.gte(1), z.lte(1e9))),
  }),
  reply: publishedTextSchema,
  errors: ['not_found'],
  tag: 'Settings',
  operationId: 'getLegalPage',
  summary: 'Gets a legal page as published, or an earlier published version of it',
} satisfies Call;

/** A version for its editors: `publishedAt` is null until it is published first. */
const ownVersionSchema = z.extend(legalTextSchema, {
  version,
  createdAt: moment,
  publishedAt: z.nullable(moment),
  file: z.optional(z.string()),
  picture: z.optional(pictureSchema),
});

/** A page for its editors. `version`: that of the latest text, 0 before there is one; `published`: the version
 * that visitors read, if any; `draft`: what the shop suggests for its country and customers. */
export const managedPageSchema = z.object({
  page: pageSchema,
  title: z.string(),
  version: z.int(),
  published: z.nullable(version),
  draft: legalTextSchema,
  versions: z.array(ownVersionSchema),
});
export type ManagedPage = z.infer<typeof managedPageSchema>;

/** The legal pages that the shop offers, in order: those of its duties, and the usual ones. */
export const managedLegalSchema = z.object({
  country: z.string(),
  customers: z.enum(customerGroups),
  pages: z.array(
    z.object({
      page: pageSchema,
      title: z.string(),
      /** Whether a law asks for it. */
      isDuty: z.boolean(),
      version: z.int(),
      published: z.nullable(version),
      publishedAt: z.nullable(moment),
    }),
  ),
});
export type ManagedLegal = z.infer<typeof managedLegalSchema>;

const ofAdmins = { access: 'admin', tag: 'Settings' } as const;

/** What is asked of the shop. `state`: `done`, `missing`, or `check`, where only its owner can tell. */
const dutySchema = z.object({
  key: z.string(),
  title: z.string(),
  source: z.string(),
  since: z.nullable(z.iso.date()),
  state: z.enum(['done', 'missing', 'check']),
  /** What is left to do, such as how many tools lack something. */
  detail: z.optional(z.string()),
  to: z.string(),
});
export type DutyView = z.infer<typeof dutySchema>;

/** What the law asks of a shop in its country, for its customers. */
export const dutiesSchema = z.object({
  country: z.string(),
  customers: z.enum(customerGroups),
  duties: z.array(dutySchema),
});
export type Duties = z.infer<typeof dutiesSchema>;

export const getDutiesCall = {
  ...ofAdmins,
  method: 'GET',
  path: '/duties',
  reply: dutiesSchema,
  operationId: 'getDuties',
  summary: 'Gets what the law asks of the shop, with what is done and what is missing',
  description:
    'As far as the shop knows it: for the European Union, Germany, the United Kingdom, and the United States. It is not legal advice.',
} satisfies Call;

export const listManagedLegalCall = {
  ...ofAdmins,
  method: 'GET',
  path: '/managelegal',
  reply: managedLegalSchema,
  operationId: 'listManagedLegalPages',
  summary: 'Lists the legal pages for their editors',
} satisfies Call;

export const getManagedLegalCall = {
  ...ofAdmins,
  method: 'GET',
  path: '/managelegal/:page',
  params: pageParams,
  reply: managedPageSchema,
  operationId: 'getManagedLegalPage',
  summary: 'Gets a legal page with its latest 50 versions and a draft to correct',
  description: 'The draft follows the shop’s country, customers, and details. It is not legal advice.',
} satisfies Call;

export const saveLegalPageCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/legal-pages/:page/versions',
  params: pageParams,
  body: z.extend(legalTextSchema, {
    /** The latest version that the editor has seen; 0 if there is none. */
    version: z.int(texts.version).check(z.gte(0, texts.version), z.lte(1e9, texts.version)),
    /** The name that the upload of the official notice answered, for the page `guarantee`. */
    file: z.optional(plainLine(labels.file, 32).check(z.regex(/^[0-9a-f]{32}$/, texts.noFile))),
  }),
  reply: managedPageSchema,
  status: 201,
  errors: ['version_conflict'],
  operationId: 'saveLegalPage',
  summary: 'Saves a text of a legal page as its next version',
  description:
    'Versions never change. Visitors read the new one once it is published. An outdated `version` is refused, with the current page in the error.',
} satisfies Call;

export const publishLegalPageCall = {
  ...ofAdmins,
  method: 'PUT',
  path: '/legal-pages/:page/published',
  params: pageParams,
  body: z.object({
    version: z.nullable(z.int(texts.version).check(z.gte(1, texts.version), z.lte(1e9, texts.version))),
  }),
  reply: managedPageSchema,
  errors: ['not_found'],
  operationId: 'publishLegalPage',
  summary: 'Publishes a version of a legal page, or takes the page down',
  description:
    'A version with words in [brackets] is refused: the draft asks for them. Emails of orders have the version that was published when their payment started.',
} satisfies Call;

export const uploadLegalFileCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/legal-files',
  reply: z.object({ file: z.string(), picture: pictureSchema }),
  operationId: 'uploadLegalFile',
  summary: 'Uploads the official notice on the legal guarantee',
  description:
    'A form like that of `POST /image`, with a PNG or JPEG file of up to 5 MB. It is shown exactly as it was uploaded, once a version of the page `guarantee` names it.',
} satisfies Call;
