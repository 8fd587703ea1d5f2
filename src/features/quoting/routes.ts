import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { quoteErrorTexts } from '#features/orders/texts/quotes.ts';
import {
  acceptQuoteCall,
  askForQuoteCall,
  declineQuoteCall,
  getQuoteCall,
  listQuotesCall,
  offerQuoteCall,
  offerToCustomerCall,
  withdrawQuoteCall,
} from '#features/quotes/contract.ts';
import { listQuotes, readQuote, serializeListedQuote } from '#features/quotes/quote-list.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import { acceptQuote, declineQuote, withdrawQuote } from './answer-quote.ts';
import { askForQuote } from './ask-for-quote.ts';
import { offerQuote, offerToCustomer } from './offer-quote.ts';

/** Routes for `/quotes` and actions on a quote; for staff `POST /customers/{email}/quotes`. */
export function quotesRoutes(api: ApiServer, context: AppContext): void {
  addReads(api, context);
  addBuyers(api, context);
  addStaffs(api, context);
}

function addReads(api: ApiServer, { db, clock, config: { currency } }: AppContext): void {
  serve(api, listQuotesCall, {}, async (request, reply) => {
    const { userId, email, isStaff } = requireUser(request);
    const { customer } = request.query;
    if (!isStaff && customer !== undefined && customer !== email)
      throw new AppError('not_allowed', quoteErrorTexts.notYourQuotes);
    const now = clock.now();
    const page = await listQuotes(db, { ...request.query, userId: isStaff ? undefined : userId }, now);
    return sendPage(request, reply, page, (row) => serializeListedQuote(row, { currency, now }));
  });

  serve(api, getQuoteCall, {}, async (request) => {
    const { userId, isStaff } = requireUser(request);
    const found = await readQuote(db, request.params.id, { currency, now: clock.now() });
    if (!found || !(isStaff || found.userId === userId))
      throw new AppError('not_found', quoteErrorTexts.noSuchQuote);
    return found.quote;
  });
}

function addBuyers(api: ApiServer, context: AppContext): void {
  serve(api, askForQuoteCall, { limit: 'orders', changesCatalogue: true }, async (request) =>
    askForQuote(context, {
      currentUser: requireUser(request),
      newQuote: request.body,
      idempotencyKey: request.headers['idempotency-key'],
    }),
  );

  serve(api, acceptQuoteCall, { limit: 'orders' }, async (request) =>
    acceptQuote(context, {
      currentUser: requireUser(request),
      quoteId: request.params.id,
      acceptance: request.body,
    }),
  );

  serve(api, declineQuoteCall, { limit: 'orders', changesCatalogue: true }, async (request) =>
    declineQuote(context, { currentUser: requireUser(request), quoteId: request.params.id }),
  );
}

function addStaffs(api: ApiServer, context: AppContext): void {
  serve(api, offerQuoteCall, { changesCatalogue: true }, async (request) =>
    offerQuote(context, {
      currentUser: requireUser(request),
      quoteId: request.params.id,
      offer: request.body,
    }),
  );

  serve(api, withdrawQuoteCall, { changesCatalogue: true }, async ({ params }) =>
    withdrawQuote(context, params.id),
  );

  serve(api, offerToCustomerCall, { changesCatalogue: true }, async (request) =>
    offerToCustomer(context, {
      currentUser: requireUser(request),
      email: request.params.email,
      offer: request.body,
      idempotencyKey: request.headers['idempotency-key'],
    }),
  );
}
