import { z } from 'zod';
import { forgetEmailChanges } from '#features/account/change-email/store.ts';
import { forgetOldExports, makeExport } from '#features/account/make-export.ts';
import { repeatErasure } from '#features/account/repeat-erasures.ts';
import type { AppContext } from '#features/app-context.ts';
import { endReductions } from '#features/catalogue/end-reductions.ts';
import { findTaxedCategories } from '#features/charge-rules/store.ts';
import { endSilentDelays } from '#features/delays/end-silent-delays.ts';
import { warnOfExpiry } from '#features/exemptions/change-exemptions.ts';
import { forgetOldKeys } from '#features/idempotency/idempotent.ts';
import { applyImport } from '#features/imports/apply-import.ts';
import { fetchPictures } from '#features/imports/fetch-pictures.ts';
import { readImport } from '#features/imports/read-import.ts';
import { forgetOldImports } from '#features/imports/start-import-step.ts';
import { undoImport } from '#features/imports/undo-import.ts';
import { keepInvoice, keepInvoices } from '#features/invoices/keep-invoice.ts';
import { releaseHoldsOfTools } from '#features/orders/payment-store.ts';
import { readDestinations } from '#features/orders/read-destinations.ts';
import { findOrderedTools } from '#features/orders/store.ts';
import { withdrawPaidOtherwise } from '#features/payments/open-invoices/withdraw-invoice.ts';
import { releaseHold } from '#features/payments/release-hold.ts';
import { makeAvif } from '#features/pictures/store.ts';
import { expireQuote, withdrawQuotesOf } from '#features/quotes/end-quote.ts';
import { withdrawOpenQuote } from '#features/quoting/answer-quote.ts';
import { giveRefund, refundUnservedPayment } from '#features/refunds/give-refund.ts';
import { recordEarlierMovements } from '#features/refunds/record-earlier-movements.ts';
import { forgetOldSignIns } from '#features/sign-in/identity-counts.ts';
import { tellRestocked } from '#features/stock/restock-notices.ts';
import { lookForFailedJobs, tellStaff } from '#features/users/notices/notify-staff.ts';
import { deliverWebhooks, forgetOldWebhooks } from '#features/webhooks/deliver-webhooks.ts';
import { declareWithdrawal } from '#features/withdrawals/declare-withdrawal.ts';
import { runAsActor } from '#platform/actor.ts';
import { runInBackground } from '#platform/concurrency.ts';
import { forgetOldSearches } from '#platform/database/visit-counter.ts';
import type { JobHandler, JobTry } from '#platform/jobs/jobs.ts';
import type { KnownJobs } from '#platform/jobs/prepare-jobs.ts';
import { endWith } from '#platform/span.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { sendMail } from './send-mail.ts';
import { eventReaders } from './webhook-events.ts';

const paymentPayloadSchema = z.object({ paymentId: z.uuid() });
const refundPayloadSchema = z.object({ refundId: z.uuid() });
const quotePayloadSchema = z.object({ quoteId: z.uuid() });
const userPayloadSchema = z.object({ userId: z.uuid() });
/** A single tool, as queued before imports could remove many. */
const toolPayloadSchema = z.object({ toolId: z.uuid() });
const toolsPayloadSchema = z.union([
  z.object({ toolIds: z.array(z.uuid()) }),
  toolPayloadSchema.transform(({ toolId }) => ({ toolIds: [toolId] })),
]);

const subjectPayloadSchema = z.object({ subject: z.string() });

const SANDBOX_JOB = 'deliver-sandbox-webhook';

/** Every job of the outbox, with its handler. */
const jobs: Record<string, (context: AppContext, payload: unknown, jobTry: JobTry) => Promise<void>> = {
  'release-hold': (context, payload) => releaseHold(context, paymentPayloadSchema.parse(payload).paymentId),
  'release-holds-of-tool': async (context, payload) => {
    const { toolIds } = toolsPayloadSchema.parse(payload);
    await releaseHoldsOfTools(context, toolIds);
    await withdrawQuotesOf(context, { toolIds });
  },
  'expire-quote': (context, payload) => expireQuote(context, quotePayloadSchema.parse(payload).quoteId),
  'withdraw-quote': (context, payload) =>
    withdrawOpenQuote(context, quotePayloadSchema.parse(payload).quoteId),
  'withdraw-quotes-of-buyer': (context, payload) =>
    withdrawQuotesOf(context, userPayloadSchema.parse(payload)),
  'withdraw-invoice': (context, payload) =>
    withdrawPaidOtherwise(context, paymentPayloadSchema.parse(payload).paymentId),
  'end-reductions': endReductions,
  'keep-invoice': keepInvoice,
  'keep-invoices': keepInvoices,
  'refund-payment': (context, payload) =>
    refundUnservedPayment(context, paymentPayloadSchema.parse(payload).paymentId),
  'give-refund': (context, payload) => giveRefund(context, refundPayloadSchema.parse(payload).refundId),
  'reconcile-payments': reconcilePayments,
  'record-earlier-movements': recordEarlierMovements,
  'read-destinations': readDestinations,
  'end-silent-delays': endSilentDelays,
  'warn-of-expiry': warnOfExpiry,
  'forget-old-keys': forgetOldKeys,
  [SANDBOX_JOB]: async ({ sandboxCards }, payload) => sandboxCards?.deliverWebhook(payload),
  'declare-withdrawal': declareWithdrawal,
  'send-mail': sendMail,
  'tell-staff': tellStaff,
  'tell-restocked': tellRestocked,
  'look-for-failed-jobs': lookForFailedJobs,
  'delete-identity': ({ identityProvider, db }, payload) =>
    identityProvider.deleteAccount(subjectPayloadSchema.parse(payload).subject, db),
  'repeat-erasure': repeatErasure,
  'forget-old-sign-ins': async (context) => {
    await forgetOldSignIns(context);
    await forgetEmailChanges(context);
  },
  'make-account-export': makeExport,
  'forget-old-exports': forgetOldExports,
  'make-avif': makeAvif,
  'read-import': readImport,
  'apply-import': applyImport,
  'undo-import': (context, payload, jobTry) =>
    undoImport(context, payload, jobTry, { findOrderedTools, findTaxedCategories }),
  'fetch-pictures': fetchPictures,
  'forget-old-imports': forgetOldImports,
  'deliver-webhooks': (context, payload) => deliverWebhooks(context, payload, eventReaders),
  'forget-old-webhooks': forgetOldWebhooks,
  'forget-old-searches': ({ db, clock }) => forgetOldSearches(db, clock.now()),
};

/** Returns the handlers of all jobs of a shop with these services, each running as its own actor and over the
 * connections of background work. */
export function jobHandlers(context: AppContext): Record<string, JobHandler> {
  const ours = Object.entries(jobs).filter(([job]) => job !== SANDBOX_JOB || context.sandboxCards);
  const inTheirName = ours.map(([job, handle]): [string, JobHandler] => [
    job,
    (payload, jobTry) => {
      const work = () => runAsActor({ actor: `job:${job}` }, () => handle(context, payload, jobTry));
      const span = context.tracing?.open({ name: `job ${job}`, kind: 'consumer' });
      return runInBackground(() => (span ? endWith(span, work) : work()));
    },
  ]);
  return Object.fromEntries(inTheirName);
}

/** Slow jobs run one at a time, to leave the processors to waiting clients. */
export const oneByOne = [
  'make-avif',
  'read-import',
  'apply-import',
  'undo-import',
  'fetch-pictures',
  'make-account-export',
  'keep-invoices',
];

/** Jobs that wait for other parties’ programs. */
export const detached = ['deliver-webhooks'];

/** All jobs by name, whatever the settings, and the periodic ones. */
export const knownJobs: KnownJobs = {
  names: Object.keys(jobs),
  periodic: [
    { job: 'reconcile-payments', everyMinutes: 5 },
    { job: 'look-for-failed-jobs', everyMinutes: 5 },
    { job: 'keep-invoices', everyMinutes: 1 },
    { job: 'end-reductions', everyMinutes: 1 },
    { job: 'record-earlier-movements', everyMinutes: 5 },
    { job: 'read-destinations', everyMinutes: 5 },
    { job: 'end-silent-delays', everyMinutes: 30 },
    { job: 'warn-of-expiry', everyMinutes: 30 },
    { job: 'forget-old-keys', everyMinutes: 30 },
    { job: 'forget-old-sign-ins', everyMinutes: 30 },
    { job: 'forget-old-exports', everyMinutes: 30 },
    { job: 'forget-old-imports', everyMinutes: 30 },
    { job: 'forget-old-webhooks', everyMinutes: 30 },
    { job: 'forget-old-searches', everyMinutes: 30 },
    // Resumes work that an ended process had begun.
    { job: 'deliver-webhooks', everyMinutes: 1 },
  ],
};
