import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { deletedSchema, insertedSchema, modifiedSchema } from '#contracts/call-parts.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { formLine } from '#contracts/text.ts';
import { quantity } from '#features/catalogue/tool-fields-contract.ts';
import { listRuleTexts as texts } from './texts.ts';

/** Maximum number of lines of a list: as many as a quick order accepts. */
export const MAX_LIST_LINES = 200;

/** Maximum number of lists per buyer. */
export const MAX_LISTS = 100;

const nameSchema = formLine({ ...texts.name, max: 100 });

/** Body of `POST /lists` and `PUT /lists/{id}`: the list's new content. */
export const newListSchema = z.object({
  name: nameSchema,
  lines: z
    .array(z.object({ toolId: idSchema, quantity: quantity(texts.quantity) }), { error: texts.lines.missing })
    .check(
      z.minLength(1, texts.lines.none),
      z.maxLength(MAX_LIST_LINES, texts.lines.tooMany(MAX_LIST_LINES)),
    ),
});
export type NewList = z.infer<typeof newListSchema>;

/** A saved list, with its number of lines. */
export const savedListSchema = z.object({
  _id: idSchema,
  name: z.string(),
  lineCount: z.int(),
  updatedAt: z.iso.datetime(),
});
export type SavedList = z.infer<typeof savedListSchema>;

/** A saved list with its lines in order; `toolName` still names a tool that was removed from the shop. */
export const savedListLinesSchema = z.extend(savedListSchema, {
  lines: z.array(z.object({ toolId: idSchema, toolName: z.string(), quantity: z.int() })),
});

const ofLists = { access: 'user', tag: 'Orders' } as const;

export const listListsCall = {
  method: 'GET',
  path: '/lists',
  ...ofLists,
  reply: z.array(savedListSchema),
  operationId: 'listLists',
  summary: 'Lists your saved lists, by name',
} satisfies Call;

export const getListCall = {
  method: 'GET',
  path: '/lists/:id',
  ...ofLists,
  params: idParamsSchema,
  reply: savedListLinesSchema,
  errors: ['not_found'],
  operationId: 'getList',
  summary: 'Gets one of your saved lists, with its lines',
} satisfies Call;

export const addListCall = {
  method: 'POST',
  path: '/lists',
  ...ofLists,
  body: newListSchema,
  reply: insertedSchema,
  status: 201,
  errors: ['not_found', 'conflict'],
  operationId: 'addList',
  summary: 'Saves a list of tools and quantities',
  description:
    'Names are unique. Quantities are kept as they are; minimums and packs apply when it is ordered.',
} satisfies Call;

export const changeListCall = {
  method: 'PUT',
  path: '/lists/:id',
  ...ofLists,
  params: idParamsSchema,
  body: newListSchema,
  reply: modifiedSchema,
  errors: ['not_found', 'conflict'],
  operationId: 'changeList',
  summary: 'Replaces the name and lines of a saved list',
} satisfies Call;

export const deleteListCall = {
  method: 'DELETE',
  path: '/lists/:id',
  ...ofLists,
  params: idParamsSchema,
  reply: deletedSchema,
  errors: ['not_found'],
  operationId: 'deleteList',
  summary: 'Deletes a saved list',
} satisfies Call;
