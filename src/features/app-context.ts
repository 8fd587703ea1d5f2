import type { ShopDetails } from '#contracts/shop-details.ts';
import type { ShopSettings } from '#contracts/shop-settings.ts';
import type { CacheVersion, KeptReader } from '#platform/cache/cache-version.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/database/database.ts';
import type { RateLimiter, ReadLimiter } from '#platform/database/rate-limiter.ts';
import type { VisitCounter } from '#platform/database/visit-counter.ts';
import type { Download } from '#platform/download.ts';
import type { Mailer } from '#platform/email/mailer.ts';
import type { EmbeddedIdentity } from '#platform/identity/embedded/embedded-identity.ts';
import type { IdentityProvider } from '#platform/identity/identity-provider.ts';
import type { ImageHost } from '#platform/images/image-host.ts';
import type { PictureEncoder } from '#platform/images/picture-encoder.ts';
import type { FailedItems } from '#platform/jobs/do-alone.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { CardPayments } from '#platform/payments/card-payments.ts';
import type { SandboxCards } from '#platform/payments/sandbox/sandbox-cards.ts';
import type { WebhookSender } from '#platform/post-webhook.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Tracing } from '#platform/span.ts';

/** Everything that a workflow may use: settings, database and external services. */
export type AppContext = {
  config: Config;
  /** The shop's public origin, without a trailing slash. Set once the server listens. */
  origin: string;
  /** The same process over loopback, bypassing any proxy: where the sandbox sends its webhooks. */
  localOrigin: string;
  db: Database;
  /** The same with sessions of its own, where those of `db` are lent by a pool: for locks of a session. */
  directDb: Database;
  /** Tells whether cached results from the catalogue and the reviews are still valid. */
  cacheVersion: CacheVersion;
  /** The shop's own details, as pages show them. */
  details: KeptReader<ShopDetails>;
  /** The note beside prices; empty if there is none. */
  priceNote: KeptReader<string>;
  /** How orders are delivered, in one line. */
  deliveryNote: KeptReader<string>;
  /** Whether tax is added to tool prices, and whether buyers may have VAT numbers. */
  taxTerms: KeptReader<{ isAdded: boolean; hasVatNumbers: boolean }>;
  /** The links at the foot of every page that the law asks for. */
  footerLinks: KeptReader<NonNullable<ShopSettings['footerLinks']>>;
  clock: Clock;
  /** Set when the process receives its stop signal, so that no new requests are routed to it. */
  readiness: {
    isStopping: boolean;
    /** Until what a start does last is done, such as making the first admin. */
    isStarting: boolean;
    /** Number of tools whose count differed from the sum of their movements at the last check. */
    stockDifferences: number;
  };
  /** What jobs that go through many could not do. */
  failedItems: FailedItems;
  log: Log;
  secrets: Secrets;
  rateLimiter: RateLimiter;
  readLimiter: ReadLimiter;
  visits: VisitCounter;
  identityProvider: IdentityProvider;
  /** The embedded accounts' own calls, if they are the identity provider. */
  embeddedIdentity: EmbeddedIdentity | undefined;
  cardPayments: CardPayments;
  /** The sandbox's own calls, if it is the card provider. */
  sandboxCards: SandboxCards | undefined;
  imageHost: ImageHost;
  /** Downloads addresses in an admin's import, from public hosts only. */
  download: Download;
  /** Sends events to the endpoints of admins. */
  webhookSender: WebhookSender;
  drawLogo: PictureEncoder['drawLogo'];
  /** Encodes a picture that the picture host does not get, such as a buyer's. */
  encodeWebp: PictureEncoder['encodeWebp'];
  jobs: Jobs;
  mailer: Mailer;
  tracing: Tracing | undefined;
};
