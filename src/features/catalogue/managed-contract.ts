import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import {
  csvSchema,
  deletedSchema,
  idempotencyHeadersSchema,
  insertedSchema,
  listPageSchema,
  oneOf,
} from '#contracts/call-parts.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { requestLimits } from '#contracts/limits.ts';
import { manufacturerEditSchema } from '#contracts/product-safety.ts';
import { formLine, plainLine } from '#contracts/text.ts';
import {
  documentKinds,
  specificationSchema,
  toolDetailsSchema,
  toolDocumentSchema,
  toolSchema,
} from './contract.ts';
import { documentRuleTexts as texts } from './texts/documents.ts';
import { toolEditTexts } from './texts/manage.ts';
import { newToolSchema, toolEditShape } from './tool-fields-contract.ts';

/** The manufacturer, as a tool has it on the wire; the same as its three fields. */
const manufacturer = z.optional(z.nullable(manufacturerEditSchema));

/** Body of `POST /tool`: a new tool, and optionally a tool whose documents are copied. */
export const addToolSchema = z.extend(newToolSchema, { documents_of: z.optional(idSchema), manufacturer });
export type AddTool = z.infer<typeof addToolSchema>;

/** Sort orders of the admins' list of tools: `match` puts the tool with part number `q` first, the others by
 * name; `-` sorts a figure in descending order. */
const managedToolSorts = [
  'match',
  'newest',
  'name',
  'price',
  '-price',
  'minimum',
  '-minimum',
  'available',
  '-available',
] as const;
export type ManagedToolSort = (typeof managedToolSorts)[number];

/** Filter of the list: tools for sale that run low, or drafts. */
export const managedToolStocks = ['low', 'draft'] as const;

/** Filter of the list: tools that lack a manufacturer's name, postal address, or email, or, where that is
 * outside the Union, the responsible person in it. */
export const managedToolGaps = ['safety'] as const;

/** Query of `GET /managetool`. `q`: the beginnings of words in name, part number, brand and category;
 * `category` includes its subcategories; `family` is the id of one. */
export const managedToolListSchema = z.extend(listPageSchema, {
  q: z.optional(plainLine('q', 200)),
  stock: z.optional(z.enum(managedToolStocks, { error: 'stock must be low or draft' })),
  category: z.optional(plainLine('category', 60)),
  brand: z.optional(plainLine('brand', 60)),
  family: z.optional(idSchema),
  lacks: z.optional(z.enum(managedToolGaps, { error: 'lacks must be safety' })),
  sort: z._default(oneOf('sort', managedToolSorts), 'newest'),
});
export type ManagedToolList = z.infer<typeof managedToolListSchema>;

/** A tool in a list for staff. `line_name` is its name with its size, as lines of orders have it. */
export const managedToolSchema = z.extend(toolSchema, { line_name: z.string() });
export type ManagedTool = z.infer<typeof managedToolSchema>;

export const listManagedToolsCall = {
  method: 'GET',
  path: '/managetool',
  access: 'staff',
  query: managedToolListSchema,
  reply: z.array(managedToolSchema),
  tag: 'Tools',
  operationId: 'listManagedTools',
  summary: 'Lists tools for staff, by name, price, quantity, or stock',
  description:
    '`q` matches part numbers and the beginnings of words in names. `line_name` has a member’s size where its name does not tell it. The `img` of a draft is empty: it has no picture yet, and buyers do not see it.',
} satisfies Call;

export const getManagedToolCall = {
  method: 'GET',
  path: '/managetool/:id',
  access: 'staff',
  params: idParamsSchema,
  reply: toolDetailsSchema,
  errors: ['not_found'],
  tag: 'Tools',
  operationId: 'getManagedTool',
  summary: 'Gets a tool for staff, including drafts',
  description: 'The `img` of a draft is empty: it has no picture yet, and is not for sale.',
} satisfies Call;

/** A specification's name and unit, as used by tools. */
export const specificationNameSchema = z.pick(specificationSchema, { name: true, unit: true });

const ofAdmins = { access: 'admin', tag: 'Tools' } as const;

export const listSpecificationNamesCall = {
  ...ofAdmins,
  method: 'GET',
  path: '/managetool/specifications',
  reply: z.array(specificationNameSchema),
  operationId: 'listSpecificationNames',
  summary: 'Lists the names and units of numeric specifications',
  description:
    'Suggestions for a form: names that differ by a letter become separate filters. At most 1,000, by name.',
} satisfies Call;

/** Body of `PATCH /tool/{id}`: the version last seen, and the changes. Null removes an optional field;
 * specifications and price breaks replace all existing ones. The available quantity is an actual count, to
 * which the stock is adjusted. */
export const toolEditSchema = z.object({
  ...toolEditShape,
  manufacturer,
  version: z
    .number({ error: toolEditTexts.versionMissing })
    .check(z.int(toolEditTexts.versionWrong), z.positive(toolEditTexts.versionWrong)),
});
export type ToolEdit = z.infer<typeof toolEditSchema>;

export const editToolCall = {
  ...ofAdmins,
  method: 'PATCH',
  path: '/tool/:id',
  params: idParamsSchema,
  body: toolEditSchema,
  reply: toolDetailsSchema,
  errors: ['not_found', 'version_conflict', 'conflict'],
  operationId: 'editTool',
  summary: 'Changes some fields of a tool',
  description:
    '`version` is the one last read. If someone has edited the tool since, the error’s `current` is the tool as it is now. Existing orders do not change.',
} satisfies Call;

export const exportToolsCall = {
  ...ofAdmins,
  method: 'GET',
  path: '/exports/tools.csv',
  query: z.omit(managedToolListSchema, { limit: true, cursor: true, sort: true }),
  reply: csvSchema,
  media: 'text/csv',
  operationId: 'exportTools',
  summary: 'Exports tools as a CSV file, oldest first',
  description:
    'All tools, or those that `GET /managetool` lists for the same search and filters. Cells that look like a formula start with an apostrophe.',
} satisfies Call;

/** Answer of `POST /tool`. */
export const addedToolSchema = z.extend(insertedSchema, { version: z.int() });

export const addToolCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/tool',
  body: addToolSchema,
  reply: addedToolSchema,
  errors: ['conflict'],
  operationId: 'addTool',
  summary: 'Adds a tool, with a picture from POST /image',
  description:
    '`img`, also in each of `pictures`, is a URL that `POST /image` returned. A part number that another tool has is a conflict. `documents_of` names a tool whose documents are copied.',
} satisfies Call;

export const deleteToolCall = {
  ...ofAdmins,
  method: 'DELETE',
  path: '/tool/:id',
  params: idParamsSchema,
  reply: deletedSchema,
  errors: ['not_found'],
  operationId: 'deleteTool',
  summary: 'Deletes a tool',
  description: 'Existing orders keep their copy of it; unpaid ones can no longer be paid.',
} satisfies Call;

/** Maximum number of documents per tool. */
export const MAX_DOCUMENTS = 6;

export const MAX_DOCUMENT_BYTES = requestLimits.documentBytes;

/** The fields sent with a document's file; also the rules of its form. */
export const newDocumentSchema = z.object({
  kind: oneOf('kind', documentKinds),
  title: formLine({ ...texts.title, max: 100 }),
});
export type NewDocument = z.infer<typeof newDocumentSchema>;

/** Body of `PATCH /tool/{id}/documents/{documentId}`: the changed metadata. The file stays. */
export const documentEditSchema = z
  .partial(newDocumentSchema)
  .check(z.refine((edit) => Object.values(edit).some((value) => value !== undefined), texts.nothing));
export type DocumentEdit = z.infer<typeof documentEditSchema>;

/** The path parameters of a document. */
export const documentParamsSchema = z.extend(idParamsSchema, { documentId: idSchema });

export const addDocumentCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/tool/:id/documents',
  params: idParamsSchema,
  headers: idempotencyHeadersSchema,
  reply: toolDocumentSchema,
  status: 201,
  errors: ['not_found', 'conflict'],
  operationId: 'addDocument',
  summary: 'Adds a document to a tool, such as a manual or a safety sheet',
  description: `A multipart form: its field \`document\` is one whole PDF file of at most 10 MB, \`kind\` one of ${documentKinds.join(', ')}, \`title\` what it is called, in at most 100 characters. A tool has at most ${MAX_DOCUMENTS}.`,
} satisfies Call;

export const editDocumentCall = {
  ...ofAdmins,
  method: 'PATCH',
  path: '/tool/:id/documents/:documentId',
  params: documentParamsSchema,
  body: documentEditSchema,
  reply: toolDocumentSchema,
  errors: ['not_found'],
  operationId: 'editDocument',
  summary: 'Changes the title or kind of a document',
  description: 'Its file, its URL, and the tool’s `version` stay the same.',
} satisfies Call;

export const deleteDocumentCall = {
  ...ofAdmins,
  method: 'DELETE',
  path: '/tool/:id/documents/:documentId',
  params: documentParamsSchema,
  reply: deletedSchema,
  errors: ['not_found'],
  operationId: 'deleteDocument',
  summary: 'Deletes a document of a tool',
} satisfies Call;
