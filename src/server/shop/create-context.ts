import type pg from 'pg';
import type { AppContext } from '#features/app-context.ts';
import { findDeliveryNote, findPriceNote, findTaxTerms } from '#features/charge-rules/price-note.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { findFooterLinks } from '#features/legal/footer-links.ts';
import { findDetails } from '#features/shop-details/store.ts';
import { accountEmails, notifyOfSignUp } from '#features/sign-in/emails.ts';
import { recordAccountEvent } from '#features/sign-in/identity-counts.ts';
import { createCacheVersion, createKeptReader } from '#platform/cache/cache-version.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { BACKGROUND_CONNECTIONS } from '#platform/database/check-server.ts';
import type { DatabaseConnection } from '#platform/database/connection.ts';
import { openDatabase } from '#platform/database/database.ts';
import {
  createRateLimiter,
  createReadLimiter,
  unlimited,
  unlimitedReads,
} from '#platform/database/rate-limiter.ts';
import { createVisitCounter } from '#platform/database/visit-counter.ts';
import { createDownload, type Network } from '#platform/download.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/log.ts';
import type { PretendedStripe } from '#platform/payments/stripe/stripe-cards.ts';
import { createWebhookSender } from '#platform/post-webhook.ts';
import { deriveSecrets, savedSecrets } from '#platform/secrets.ts';
import { createServices, createTracing, traceServices } from './services.ts';

/** A shop with its database open. `close` releases every connection. */
export type OpenContext = {
  context: AppContext;
  /** Reaches PostgreSQL itself, for what a session keeps: `LISTEN`, the workers, the metrics. */
  direct: DatabaseConnection;
  pool: pg.Pool;
  /** The connections of background work. */
  background: pg.Pool;
  close(): Promise<void>;
};

/** Direct connections, if a pooler lends sessions: for the locks of a start and of clearing the demo. */
const LOCKING_CONNECTIONS = 2;

/** Assembles the shop without any network access yet. Tests may inject the clock, a simulated Stripe, and the
 * network for picture downloads. */
export async function createContext(
  config: Config,
  connection: DatabaseConnection,
  options: {
    clock?: Clock;
    pretendedStripe?: PretendedStripe | undefined;
    network?: Network | undefined;
  } = {},
): Promise<OpenContext> {
  const { clock = systemClock, pretendedStripe, network } = options;
  await using opened = new AsyncDisposableStack();
  const log = createLog(config.logLevel);
  const tracing = await createTracing(config.traces, log);
  opened.defer(async () => tracing?.stop());
  const secrets = config.secret ? deriveSecrets(config.secret) : await savedSecrets(config.dataDir);
  const { db, pool, background, close } = openDatabase(connection, {
    maxConnections: config.database.poolSize,
    backgroundConnections: BACKGROUND_CONNECTIONS,
    waitSeconds: config.database.waitSeconds,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  opened.defer(close);
  const direct = (config.database.kind === 'server' && config.database.direct) || connection;
  const locking =
    direct === connection
      ? undefined
      : openDatabase(direct, {
          name: 'toolyard locks',
          maxConnections: LOCKING_CONNECTIONS,
          waitSeconds: config.database.waitSeconds,
          onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
        });
  opened.defer(async () => locking?.close());
  const jobs = createJobs(pool, log);
  opened.defer(jobs.close);
  const rateLimiter = config.rateLimit ? createRateLimiter(db, clock) : unlimited;
  const readLimiter = config.rateLimit ? createReadLimiter(clock, config.limits.reads) : unlimitedReads;
  const visits = createVisitCounter(db, clock, {
    zone: async () => (await context.details.read()).region.zone,
    onError: (error) => log.warn({ err: error }, 'page views could not be added up'),
  });
  opened.defer(visits.stop);
  const services = await createServices(config, {
    db,
    jobs,
    clock,
    identity: {
      db,
      clock,
      origin: () => context.origin,
      secrets,
      log,
      sendVerification: (email, tx) => enqueueEmail({ jobs }, tx, accountEmails.verification, email),
      sendReset: (email, tx) => enqueueEmail({ jobs }, tx, accountEmails.reset, email),
      onKnownSignUp: (email) => notifyOfSignUp(context, email),
      onEvent: (event, tx) => recordAccountEvent({ clock, jobs }, tx, event),
    },
    sandbox: {
      webhookKey: secrets.key('sandbox-webhook'),
      webhookUrl: () => `${context.localOrigin}/webhooks/payment`,
    },
    pretendedStripe,
  });
  const cacheVersion = createCacheVersion();
  const context: AppContext = {
    config,
    origin: config.origin ?? `http://${config.host}:${config.port}`,
    localOrigin: `http://127.0.0.1:${config.port}`,
    db,
    directDb: locking?.db ?? db,
    cacheVersion,
    details: createKeptReader(cacheVersion, db, findDetails),
    priceNote: createKeptReader(cacheVersion, db, findPriceNote),
    deliveryNote: createKeptReader(cacheVersion, db, (from) => findDeliveryNote(from, config.currency)),
    taxTerms: createKeptReader(cacheVersion, db, findTaxTerms),
    footerLinks: createKeptReader(cacheVersion, db, findFooterLinks),
    clock,
    readiness: { isStopping: false, isStarting: false, stockDifferences: 0 },
    failedItems: new Map(),
    log,
    secrets,
    rateLimiter,
    readLimiter,
    visits,
    jobs,
    download: createDownload(network),
    webhookSender: createWebhookSender(network ?? {}, {
      allowsPrivate: config.webhookPrivateAddresses,
      needsHttps: config.mode === 'live',
    }),
    ...(tracing ? traceServices(services) : services),
    tracing,
  };
  opened.defer(() => context.mailer.close());
  const closing = opened.move();
  return { context, direct, pool, background, close: () => closing.disposeAsync() };
}
