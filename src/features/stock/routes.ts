import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { toolErrorTexts } from '#features/catalogue/texts/manage.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import {
  askRestockNoticeCall,
  changeStockCall,
  dropRestockNoticeCall,
  getRestockNoticeCall,
  listStockCall,
  receiveStockCall,
} from './contract.ts';
import { changeStock, listMovements, receiveStock, serializeMovement } from './movements.ts';
import { askForNotice, countWaiting, dropNotice } from './restock-notices.ts';

/** Routes: `GET` and `POST /tool/{id}/stock`, and `POST /deliveries`. */
export function stockRoutes(api: ApiServer, context: AppContext): void {
  serve(api, listStockCall, {}, async (request, reply) => {
    const page = await listMovements(context.db, request.params.id, request.query);
    if (!page) throw new AppError('not_found', toolErrorTexts.noSuchTool);
    return sendPage(request, reply, page, serializeMovement);
  });

  serve(api, changeStockCall, { changesCatalogue: true }, async (request) =>
    changeStock(context, {
      currentUser: requireUser(request),
      idempotencyKey: request.headers['idempotency-key'],
      toolId: request.params.id,
      change: request.body,
    }),
  );

  serve(api, receiveStockCall, { changesCatalogue: true }, async (request) =>
    receiveStock(context, {
      currentUser: requireUser(request),
      idempotencyKey: request.headers['idempotency-key'],
      received: request.body,
    }),
  );
}

/** Routes for notifications of restocked tools. */
export function restockRoutes(api: ApiServer, context: AppContext): void {
  serve(api, getRestockNoticeCall, {}, async (request) => {
    const waiting = await countWaiting(context.db, requireUser(request).userId, request.params.id);
    return { isAsked: waiting > 0 };
  });

  serve(api, askRestockNoticeCall, {}, async (request) =>
    askForNotice(context, { userId: requireUser(request).userId, toolId: request.params.id }),
  );

  serve(api, dropRestockNoticeCall, {}, async (request) =>
    dropNotice(context, { userId: requireUser(request).userId, toolId: request.params.id }),
  );
}
