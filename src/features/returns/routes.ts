import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import { requestLimits } from '#contracts/limits.ts';
import type { AppContext } from '#features/app-context.ts';
import { findOrderFor } from '#features/orders/store.ts';
import {
  acceptFileForms,
  readFileForm,
  readUpload,
  takeForms,
  unreadForm,
} from '#features/pictures/read-file-form.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import { currentTurnTaker } from '#platform/actor.ts';
import { limitConcurrency } from '#platform/concurrency.ts';
import { changeReturn } from './change-return.ts';
import {
  addReturnPictureCall,
  changeReturnCall,
  getReturnableCall,
  getReturnCall,
  getReturnLabelCall,
  getReturnPictureCall,
  listReturnsCall,
  requestReturnCall,
  setReturnLabelCall,
} from './contract.ts';
import { requestReturn } from './open-return.ts';
import { addPicture, findReturnFor, setLabel } from './return-files.ts';
import { readReturnable } from './returnable.ts';
import { findReturnLabel, findReturnPicture, listReturns, readReturn, serializeReturn } from './store.ts';
import { returnErrorTexts as texts } from './texts.ts';

const UPLOADS_AT_ONCE = 2;
const OF_ONE_PERSON = 1;
const LABEL_FIELD = 'label';

/** Routes: `/returns`, their pictures and labels, and `GET /orders/{id}/returnable`. */
export async function returnsRoutes(api: ApiServer, context: AppContext): Promise<void> {
  await api.register(async (uploads: ApiServer) => pictureRoute(uploads, context));
  await api.register(async (uploads: ApiServer) => labelRoute(uploads, context));
  addReads(api, context);
  addFiles(api, context);

  serve(api, requestReturnCall, { limit: 'orders' }, async (request) =>
    requestReturn(context, {
      currentUser: requireUser(request),
      asked: request.body,
      idempotencyKey: request.headers['idempotency-key'],
    }),
  );

  serve(api, changeReturnCall, { limit: 'orders', changesCatalogue: true }, async (request) =>
    changeReturn(context, {
      currentUser: requireUser(request),
      returnId: request.params.id,
      change: request.body,
      idempotencyKey: request.headers['idempotency-key'],
    }),
  );
}

function addReads(api: ApiServer, context: AppContext): void {
  const { db, config } = context;

  serve(api, listReturnsCall, {}, async (request, reply) => {
    const { userId, email: own, isStaff } = requireUser(request);
    const { email } = request.query;
    if (!isStaff && email !== undefined && email !== own)
      throw new AppError('not_allowed', texts.notYourReturns);
    const page = await listReturns(db, { ...request.query, userId: isStaff ? undefined : userId });
    return sendPage(request, reply, page, (row) => serializeReturn(row, config.currency));
  });

  serve(api, getReturnCall, {}, async (request) => {
    await findReturnFor(context, requireUser(request), request.params.id);
    const found = await readReturn(db, request.params.id, config.currency);
    if (!found) throw new AppError('not_found', texts.noSuchReturn);
    return found;
  });

  serve(api, getReturnableCall, {}, async (request) => {
    const user = requireUser(request);
    const order = await findOrderFor(user, db, request.params.id);
    return readReturnable(context, order.id, order.user_id !== user.userId);
  });
}

function addFiles(api: ApiServer, context: AppContext): void {
  serve(api, getReturnPictureCall, {}, async (request, reply) => {
    const { id, place } = request.params;
    await findReturnFor(context, requireUser(request), id);
    const webp = await findReturnPicture(context.db, id, place);
    if (!webp) throw new AppError('not_found', texts.noSuchPicture);
    reply.type('image/webp').header('content-length', webp.length);
    return Readable.from([webp], { objectMode: false });
  });

  serve(api, getReturnLabelCall, {}, async (request, reply) => {
    const row = await findReturnFor(context, requireUser(request), request.params.id);
    const pdf = await findReturnLabel(context.db, row.id);
    if (!pdf) throw new AppError('not_found', texts.noSuchLabel);
    reply
      .type('application/pdf')
      .header('content-length', pdf.length)
      .header('content-disposition', `attachment; filename="${row.number}.pdf"`);
    return Readable.from([pdf], { objectMode: false });
  });
}

/** Registered in its own scope, where only forms are parsed; so is the label's. */
async function pictureRoute(api: ApiServer, context: AppContext): Promise<void> {
  const inTurn = limitConcurrency(UPLOADS_AT_ONCE, OF_ONE_PERSON);
  await takeForms(api);
  serve(api, addReturnPictureCall, { limit: 'uploads', unreadBody: unreadForm }, async (request) =>
    inTurn(
      async () =>
        addPicture(context, {
          currentUser: requireUser(request),
          returnId: request.params.id,
          bytes: await readUpload(request),
        }),
      currentTurnTaker(),
    ),
  );
}

async function labelRoute(api: ApiServer, context: AppContext): Promise<void> {
  const unreadBody = {
    'multipart/form-data': {
      type: 'object',
      required: [LABEL_FIELD],
      properties: { [LABEL_FIELD]: { type: 'string', format: 'binary' } },
    },
  };
  await acceptFileForms(api, requestLimits.returnLabelBytes);
  serve(api, setReturnLabelCall, { limit: 'uploads', unreadBody }, async (request) =>
    setLabel(context, {
      currentUser: requireUser(request),
      returnId: request.params.id,
      bytes: await readLabel(request),
    }),
  );
}

/** Reads the label of a form. @throws AppError `unsupported_type` (not a form, not a PDF), `too_large`,
 * `invalid_input` */
async function readLabel(request: FastifyRequest): Promise<Buffer> {
  const { bytes } = await readFileForm(request, {
    field: LABEL_FIELD,
    maxBytes: requestLimits.returnLabelBytes,
    texts,
  });
  if (isPdf(bytes)) return bytes;
  throw new AppError('unsupported_type', texts.notPdf, { field: LABEL_FIELD });
}

/** A PDF begins with its header (ISO 32000-2, 7.5.2), and ends with its end-of-file marker (7.5.5). */
const isPdf = (bytes: Buffer) =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-1024).includes('%%EOF');
