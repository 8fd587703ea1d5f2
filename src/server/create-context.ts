import type pg from 'pg';
import type { AppContext } from '#features/app-context.ts';
import { enqueueEmail } from '#features/emails/email-job.ts';
import { recordAccountEvent } from '#features/sign-in/record-account-event.ts';
import { createCacheVersion } from '#platform/cache/cache-version.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { DatabaseConnection } from '#platform/database/connection.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/log.ts';
import type { PretendedStripe } from '#platform/payments/stripe/stripe-cards.ts';
import { createRateLimiter, createReadLimiter, unlimited, unlimitedReads } from '#platform/rate-limiter.ts';
import { deriveSecrets, keptSecrets } from '#platform/secrets.ts';
import { traceCalls } from '#platform/traces/span.ts';
import { chooseCards } from './choose-cards.ts';
import { chooseIdentity } from './choose-identity.ts';
import { chooseImageHost } from './choose-image-host.ts';
import { chooseMailer } from './choose-mailer.ts';
import { chooseReplicas } from './choose-replicas.ts';
import { chooseTracing } from './choose-tracing.ts';

/** A shop with its database open. `close` gives every connection back. */
export type OpenContext = {
  context: AppContext;
  connection: DatabaseConnection;
  pool: pg.Pool;
  close(): Promise<void>;
};

/**
 * Puts the shop together from its settings: every outside service is chosen here and nowhere else.
 * Nothing is reached over the network yet. Tests may turn the clock, and pretend to be Stripe.
 */
export async function createContext(
  config: Config,
  connection: DatabaseConnection,
  options: { clock?: Clock; pretendedStripe?: PretendedStripe | undefined } = {},
): Promise<OpenContext> {
  const clock = options.clock ?? systemClock;
  const log = createLog(config.logLevel);
  const tracing = await chooseTracing(config.traces, log);
  const secrets = config.secret ? deriveSecrets(config.secret) : await keptSecrets(config.dataDir);
  const closing = new AsyncDisposableStack();
  closing.defer(async () => tracing?.stop());
  const { db, pool, close } = openDatabase(connection, {
    maxConnections: config.database.poolSize,
    waitSeconds: config.database.waitSeconds,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  closing.defer(close);
  const jobs = createJobs(pool, log);
  closing.defer(jobs.close);
  const origin = () => context.origin;
  const rateLimiter = config.rateLimit ? createRateLimiter(db, clock) : unlimited;
  const readLimiter = config.rateLimit
    ? createReadLimiter(db, clock, config.limits.reads, (error) =>
        log.warn({ err: error }, 'counted reads could not be shared'),
      )
    : unlimitedReads;
  const identity = await chooseIdentity(config.identity, {
    db,
    clock,
    origin,
    secrets,
    log,
    sendVerification: (letter) => enqueueEmail({ jobs }, db, { mail: 'verification', ...letter }),
    sendReset: (letter) => enqueueEmail({ jobs }, db, { mail: 'reset', ...letter }),
    onEvent: (event, tx) => recordAccountEvent({ clock }, tx, event),
  });
  const cards = await chooseCards(config.cardPayments, {
    db,
    jobs,
    clock,
    webhookKey: secrets.key('sandbox-webhook'),
    webhookUrl: () => `${context.localOrigin}/webhooks/payment`,
    pretendedStripe: options.pretendedStripe,
  });
  const replicas = chooseReplicas(config.database, { primary: db, log });
  const services: Services = {
    ...identity,
    ...cards,
    imageHost: await chooseImageHost(config.imageHost, { db, dataDir: config.dataDir }),
    mailer: await chooseMailer(config.email, { db, clock }),
  };
  const context: AppContext = {
    config,
    origin: config.origin ?? `http://${config.host}:${config.port}`,
    localOrigin: `http://127.0.0.1:${config.port}`,
    db,
    readShared: replicas?.read ?? ((read) => read(context.db)),
    cacheVersion: createCacheVersion(),
    clock,
    readiness: { isStopping: false },
    log,
    secrets,
    rateLimiter,
    readLimiter,
    jobs,
    ...(tracing ? traceServices(services) : services),
    tracing,
  };
  closing.defer(() => context.mailer.close());
  if (replicas) closing.defer(replicas.close);
  closing.defer(readLimiter.stop);
  return { context, connection, pool, close: () => closing.disposeAsync() };
}

type Services = Pick<
  AppContext,
  'identityProvider' | 'embeddedIdentity' | 'cardPayments' | 'sandboxCards' | 'imageHost' | 'mailer'
>;

/** Lets traces tell of the calls to services that may be elsewhere. */
function traceServices(services: Services): Services {
  const { identityProvider, cardPayments, imageHost, mailer } = services;
  return {
    ...services,
    identityProvider: traceCalls('IdentityProvider', identityProvider, [
      'verifyIdToken',
      'subjectOfSession',
      'endSessions',
      'rename',
    ]),
    cardPayments: traceCalls('CardPayments', cardPayments, [
      'createIntent',
      'retrieveIntent',
      'cancelIntent',
      'refund',
    ]),
    imageHost: traceCalls('ImageHost', imageHost, ['store', 'makeAvif', 'read']),
    mailer: traceCalls('Mailer', mailer, ['send']),
  };
}
