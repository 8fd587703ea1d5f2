import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { addTool, deleteTool } from './change-tools.ts';
import { getToolCall, listCategoriesCall } from './contract.ts';
import { editTool } from './edit-tool.ts';
import { addToolCall, deleteToolCall, editToolCall, getManagedToolCall } from './managed-contract.ts';
import { findManagedToolDetails, findToolDetails, listCategories, serializeToolDetails } from './store.ts';
import { toolErrorTexts } from './texts/manage.ts';

/** Registers the calls about one tool, for visitors and staff, and those that change it. */
export function toolsRoutes(api: ApiServer, context: AppContext): void {
  const { currency } = context.config;

  serve(api, listCategoriesCall, { keeps: 'until-change' }, async ({ query }) =>
    listCategories(context.db, query.limit),
  );

  serve(api, getToolCall, { keeps: 'for-outage' }, async ({ params }) => {
    const row = await findToolDetails(context.db, params.id, 'public');
    if (!row) throw new AppError('not_found', toolErrorTexts.noSuchTool);
    return serializeToolDetails(row, currency);
  });

  serve(api, getManagedToolCall, {}, async ({ params }) => {
    const row = await findManagedToolDetails(context.db, params.id);
    if (!row) throw new AppError('not_found', toolErrorTexts.noSuchTool);
    return serializeToolDetails(row, currency);
  });

  serve(api, addToolCall, { changesCatalogue: true }, async ({ body }) => addTool(context, body));

  serve(api, editToolCall, { changesCatalogue: true }, async ({ params, body }) =>
    editTool(context, params.id, body),
  );

  serve(api, deleteToolCall, { changesCatalogue: true }, async ({ params }) =>
    deleteTool(context, params.id),
  );
}
