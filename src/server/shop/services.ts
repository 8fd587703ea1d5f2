import type { AppContext } from '#features/app-context.ts';
import type { Config } from '#platform/config/config.ts';
import { createMailbox } from '#platform/email/mailbox.ts';
import { createSmtpMailer } from '#platform/email/smtp-mailer.ts';
import type { EmbeddedIdentityOptions } from '#platform/identity/embedded/embedded-identity.ts';
import {
  createDiskImageHost,
  createDiskPictureFiles,
  picturesFolder,
} from '#platform/images/disk-image-host.ts';
import type { ImageHost } from '#platform/images/image-host.ts';
import { createImgbbImageHost } from '#platform/images/imgbb-image-host.ts';
import { createPictureEncoder, type PictureEncoder } from '#platform/images/picture-encoder.ts';
import { createS3ImageHost } from '#platform/images/s3-image-host.ts';
import type { Log } from '#platform/log.ts';
import { noPageSources, type PageSources } from '#platform/page-sources.ts';
import { createSandboxCards } from '#platform/payments/sandbox/sandbox-cards.ts';
import { createStripeCards, type PretendedStripe } from '#platform/payments/stripe/stripe-cards.ts';
import { type Tracing, traceCalls } from '#platform/span.ts';

type Parts = Pick<AppContext, 'db' | 'jobs' | 'clock'> & {
  identity: Omit<EmbeddedIdentityOptions, 'google'>;
  sandbox: Pick<Parameters<typeof createSandboxCards>[0], 'webhookKey' | 'webhookUrl'>;
  pretendedStripe: PretendedStripe | undefined;
};

type Services = Pick<
  AppContext,
  | 'identityProvider'
  | 'embeddedIdentity'
  | 'cardPayments'
  | 'sandboxCards'
  | 'imageHost'
  | 'drawLogo'
  | 'encodeWebp'
  | 'mailer'
>;

/** Creates every configured external service; the libraries of the others are not loaded. */
export async function createServices(config: Config, parts: Parts): Promise<Services> {
  const { db, clock } = parts;
  const encoder = createPictureEncoder();
  return {
    ...(await createIdentity(config.identity, parts)),
    ...(await createCards(config.cardPayments, parts)),
    imageHost: await createImageHost(config, { db, encoder }),
    drawLogo: encoder.drawLogo,
    encodeWebp: encoder.encodeWebp,
    mailer:
      config.email.kind === 'mailbox'
        ? createMailbox({ db, clock })
        : await createSmtpMailer(config.email, { clock }),
  };
}

async function createIdentity(settings: Config['identity'], { identity }: Parts) {
  if (settings.kind === 'firebase') {
    const { createFirebaseIdentity } = await import('#platform/identity/firebase/firebase-identity.ts');
    return { identityProvider: createFirebaseIdentity(settings, identity), embeddedIdentity: undefined };
  }
  const { createEmbeddedIdentity } = await import('#platform/identity/embedded/embedded-identity.ts');
  const embeddedIdentity = createEmbeddedIdentity({ ...identity, google: settings.google });
  return { identityProvider: embeddedIdentity, embeddedIdentity };
}

async function createCards(settings: Config['cardPayments'], parts: Parts) {
  const { db, jobs, clock, sandbox, pretendedStripe: pretended } = parts;
  if (settings.kind === 'stripe') {
    return { cardPayments: await createStripeCards(settings, { clock, pretended }), sandboxCards: undefined };
  }
  const sandboxCards = createSandboxCards({ db, jobs, clock, ...sandbox });
  return { cardPayments: sandboxCards, sandboxCards };
}

/** Creates the picture host as configured. Pictures stored earlier on the disk are still found there. */
export async function createImageHost(
  { imageHost: settings, dataDir }: Pick<Config, 'imageHost' | 'dataDir'>,
  { db, encoder }: Pick<Parts, 'db'> & { encoder: PictureEncoder },
): Promise<ImageHost> {
  if (settings.kind === 's3') {
    const earlierFiles = createDiskPictureFiles(picturesFolder(dataDir));
    return createS3ImageHost(settings, { encoder, earlierFiles });
  }
  const onDisk = createDiskImageHost({ dataDir, encoder });
  if (settings.kind === 'disk') return onDisk;
  return createImgbbImageHost(settings, { db, encoder, earlierHost: onDisk });
}

/** Creates tracing as configured; without an endpoint nothing of OpenTelemetry is loaded. */
export async function createTracing(settings: Config['traces'], log: Log): Promise<Tracing | undefined> {
  if (settings.kind === 'none') return undefined;
  const { createOtlpTracing } = await import('#platform/traces/otlp-tracing.ts');
  return createOtlpTracing(settings, {
    onTrouble: (error) => log.warn({ err: error }, 'traces cannot be sent, and are dropped'),
    onRecovery: () => log.info('traces are sent again'),
  });
}

/** Adds traces to the calls of services that may be external. */
export function traceServices(services: Services): Services {
  const { identityProvider, cardPayments, imageHost, mailer } = services;
  const ofIdentity = ['verifyProof', 'isStanding', 'revoke', 'rename', 'deleteAccount'] as const;
  const ofCards = ['createIntent', 'retrieveIntent', 'cancelIntent', 'refund', 'retrieveRefund'] as const;
  return {
    ...services,
    identityProvider: traceCalls('IdentityProvider', identityProvider, ofIdentity),
    cardPayments: traceCalls('CardPayments', cardPayments, ofCards),
    imageHost: traceCalls('ImageHost', imageHost, ['store', 'makeAvif', 'read']),
    mailer: traceCalls('Mailer', mailer, ['send']),
  };
}

/** The sources on other sites that the pages load for the services in use. */
export function pageSourcesOf(context: AppContext): Required<Omit<PageSources, 'wallets'>> {
  const { config, identityProvider, cardPayments, imageHost } = context;
  const earlier = { ...noPageSources, pictures: config.earlierImageSources };
  const all = [...[identityProvider, cardPayments, imageHost].map(({ pageSources }) => pageSources), earlier];
  return {
    scripts: all.flatMap(({ scripts }) => scripts),
    frames: all.flatMap(({ frames }) => frames),
    connections: all.flatMap(({ connections }) => connections),
    pictures: all.flatMap(({ pictures = [] }) => pictures),
  };
}
