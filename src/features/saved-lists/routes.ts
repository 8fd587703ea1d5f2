import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { addList, changeList, deleteList } from './change-lists.ts';
import { addListCall, changeListCall, deleteListCall, getListCall, listListsCall } from './contract.ts';
import { findList, findListLines, findLists, serializeList } from './store.ts';
import { listErrorTexts } from './texts.ts';

/** Routes for `/lists`: buyers' saved lists for reordering. */
export function listsRoutes(api: ApiServer, context: AppContext): void {
  serve(api, listListsCall, {}, async (request) =>
    (await findLists(context.db, requireUser(request).userId)).map(serializeList),
  );

  serve(api, getListCall, {}, async (request) => {
    const list = await findList(context.db, requireUser(request).userId, request.params.id);
    if (!list) throw new AppError('not_found', listErrorTexts.noSuchList);
    return { ...serializeList(list), lines: await findListLines(context.db, list.id) };
  });

  serve(api, addListCall, {}, async (request) =>
    addList(context, { userId: requireUser(request).userId, list: request.body }),
  );

  serve(api, changeListCall, {}, async (request) =>
    changeList(context, { userId: requireUser(request).userId, id: request.params.id, list: request.body }),
  );

  serve(api, deleteListCall, {}, async (request) =>
    deleteList(context, { userId: requireUser(request).userId, id: request.params.id }),
  );
}
