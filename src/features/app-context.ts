import type { ShopDetails } from '#contracts/shop-details.ts';
import type { CacheVersion, KeptReader } from '#platform/cache/cache-version.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/database/database.ts';
import type { RateLimiter, ReadLimiter } from '#platform/database/rate-limiter.ts';
import type { ReadShared } from '#platform/database/replicas.ts';
import type { Download } from '#platform/download.ts';
import type { Mailer } from '#platform/email/mailer.ts';
import type { EmbeddedIdentity } from '#platform/identity/embedded/embedded-identity.ts';
import type { IdentityProvider } from '#platform/identity/identity-provider.ts';
import type { ImageHost } from '#platform/images/image-host.ts';
import type { PictureEncoder } from '#platform/images/picture-encoder.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { CardPayments } from '#platform/payments/card-payments.ts';
import type { SandboxCards } from '#platform/payments/sandbox/sandbox-cards.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Tracing } from '#platform/span.ts';

/** Everything a workflow may reach: the settings, the database and the outside services. */
export type AppContext = {
  config: Config;
  /** Where people reach the shop, without a trailing slash. Settled once the server listens. */
  origin: string;
  /** The same process over loopback, whatever stands before it: where the sandbox sends its webhooks. */
  localOrigin: string;
  db: Database;
  /** Reads that are much work and the same for many: a replica may answer, as new as the database would. */
  readShared: ReadShared;
  /** Tells whether what was made earlier of the catalogue and the reviews still stands. */
  cacheVersion: CacheVersion;
  /** The shop's own details, as pages show them. */
  details: KeptReader<ShopDetails>;
  /** What stands beside prices; empty where nothing does. */
  priceNote: KeptReader<string>;
  /** Whether tax comes to the prices of tools. */
  taxAdded: KeptReader<{ isAdded: boolean }>;
  clock: Clock;
  /** Set as soon as the process is told to stop, so that nothing new is sent its way. */
  readiness: {
    isStopping: boolean;
    /** How many tools had another count than their movements add up to, when that was last looked at. */
    stockDifferences: number;
  };
  log: Log;
  secrets: Secrets;
  rateLimiter: RateLimiter;
  readLimiter: ReadLimiter;
  identityProvider: IdentityProvider;
  /** The embedded accounts' own calls, when they are the identity provider. */
  embeddedIdentity: EmbeddedIdentity | undefined;
  cardPayments: CardPayments;
  /** The sandbox's own calls, when it is the card provider. */
  sandboxCards: SandboxCards | undefined;
  imageHost: ImageHost;
  /** Fetches what an admin's import names, from public addresses only. */
  download: Download;
  drawLogo: PictureEncoder['drawLogo'];
  jobs: Jobs;
  mailer: Mailer;
  tracing: Tracing | undefined;
};
