import { resolve } from 'node:path';
import { z } from 'zod';
import { passwordLength } from '#contracts/password.ts';
import { toolPages } from '#contracts/shop-settings.ts';
import { isCommonPassword } from '#platform/identity/identity-provider.ts';
import { cardPaymentsSettings } from './card-payments-settings.ts';
import { databaseSettings } from './database-settings.ts';
import { emailSettings } from './email-settings.ts';
import { identitySettings } from './identity-settings.ts';
import { imageHostSettings } from './image-host-settings.ts';
import { presetLimits, rateLimit } from './limits.ts';
import { email, flag, trustedProxies, webAddress, weigh, wholeNumber } from './settings-fields.ts';
import { traceSettings } from './trace-settings.ts';

const currency = z
  .string()
  .toLowerCase()
  .refine(
    (code) => Intl.supportedValuesOf('currency').includes(code.toUpperCase()),
    'must be an ISO 4217 code such as usd',
  );

const ORIGIN = /^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/;

const origins = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim().toLowerCase()))
  .refine(
    (list) => list.every((origin) => ORIGIN.test(origin)),
    'must be origins such as https://*.ibb.co,https://pictures.shop.example',
  );

const HOUR_MS = 60 * 60_000;

const shopEnvironment = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().optional(),
  SHOP_MODE: z.enum(['trial', 'live'], { error: 'must be trial or live' }).default('trial'),
  SHOP_DATA_DIR: z.string().default('.shop-data'),
  SHOP_ORIGIN: webAddress('https://shop.example')
    .refine(
      (address) => !URL.canParse(address) || new URL(address).href === `${new URL(address).origin}/`,
      'must be an address without a path, such as https://shop.example: the shop is at the top of its host',
    )
    .transform((address) => new URL(address).origin)
    .optional(),
  SHOP_SECRET: z.string().min(32, 'must be 32 characters or longer').optional(),
  SHOP_CURRENCY: currency.default('usd'),
  SHOP_DEMO: flag.optional(),
  SHOP_ADMIN_EMAIL: email.optional(),
  SHOP_ADMIN_PASSWORD: z
    .string()
    .refine((password) => passwordLength(password) >= 6, 'must be 6 characters or longer')
    .optional(),
  // The setting's own group checks that it is one of the two.
  IDENTITY_PROVIDER: z.string().default('embedded'),
  IMAGE_EARLIER_SOURCES: origins.default([]),
  TOOL_PAGES: z.enum(toolPages, { error: 'must be members or public' }).default('members'),
  SHOP_HOLD_MINUTES: wholeNumber(1, 1440).default(15),
  SHOP_SESSION_DAYS: wholeNumber(1, 180).default(30),
  SHOP_STAFF_SESSION_HOURS: wholeNumber(1, 720).default(12),
  SHOP_CONTACT_EMAIL: email.optional(),
  SHOP_RATE_LIMIT: rateLimit,
  TRUST_PROXY: trustedProxies.default([]),
  SHOP_CDN_SECONDS: wholeNumber(0, 3600).default(0),
  SHOP_MAX_HOLDS: wholeNumber(1, 1000).default(20),
  WEBHOOK_PRIVATE_ADDRESSES: flag.default(false),
  SHOP_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'must be fatal, error, warn, info, debug or silent',
    })
    .default('info'),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
});

type ShopEnvironment = z.output<typeof shopEnvironment>;

/** Checks combinations of settings, and those that `SHOP_MODE=live` refuses as suitable only for trials. */
function weighShop(env: ShopEnvironment, context: z.core.$RefinementCtx): void {
  const { refuse, pair } = weigh(env, context);
  const { SHOP_ADMIN_PASSWORD: password } = env;
  if (env.IDENTITY_PROVIDER === 'embedded') pair('SHOP_ADMIN_EMAIL', 'SHOP_ADMIN_PASSWORD');
  else if (password !== undefined)
    refuse('SHOP_ADMIN_PASSWORD', 'is not used: IDENTITY_PROVIDER is firebase, which stores the passwords');
  if (env.SHOP_MODE !== 'live') return;
  if (env.SHOP_DEMO) refuse('SHOP_DEMO', 'must be 0 in live mode');
  if (!env.SHOP_RATE_LIMIT) refuse('SHOP_RATE_LIMIT', 'must be on in live mode');
  if (!env.SHOP_ADMIN_EMAIL) refuse('SHOP_ADMIN_EMAIL', 'is missing: live mode generates no admin');
  // It is not entered in a form and rarely typed, so it can be long.
  if (password !== undefined && (passwordLength(password) < 15 || isCommonPassword(password)))
    refuse('SHOP_ADMIN_PASSWORD', 'must be 15 characters or longer in live mode, and hard to guess');
  if (!env.SHOP_ORIGIN?.startsWith('https://'))
    refuse('SHOP_ORIGIN', 'must be an https address in live mode');
}

const shopSettings = shopEnvironment.superRefine(weighShop).transform((env) => {
  const { SHOP_ADMIN_EMAIL: adminEmail, SHOP_ADMIN_PASSWORD: password } = env;
  return {
    port: env.PORT,
    host: env.HOST ?? (env.SHOP_MODE === 'live' ? '0.0.0.0' : '127.0.0.1'),
    mode: env.SHOP_MODE,
    dataDir: resolve(env.SHOP_DATA_DIR),
    origin: env.SHOP_ORIGIN,
    /** The secret from which all keys are derived. If undefined, it is generated and stored in the data
     * folder. */
    secret: env.SHOP_SECRET,
    currency: env.SHOP_CURRENCY,
    demo: env.SHOP_DEMO ?? env.SHOP_MODE === 'trial',
    /** The first admin; with an external identity provider the shop knows no password. */
    admin: adminEmail ? { email: adminEmail, password } : undefined,
    toolPages: env.TOOL_PAGES,
    holdMinutes: env.SHOP_HOLD_MINUTES,
    /** How long a session may go unused: a buyer's, and one of staff. */
    sessions: {
      idleMs: env.SHOP_SESSION_DAYS * 24 * HOUR_MS,
      staffIdleMs: env.SHOP_STAFF_SESSION_HOURS * HOUR_MS,
    },
    contactEmail: env.SHOP_CONTACT_EMAIL ?? adminEmail ?? 'admin@toolyard.example',
    rateLimit: env.SHOP_RATE_LIMIT !== undefined,
    limits: env.SHOP_RATE_LIMIT ?? presetLimits,
    /** The addresses whose `X-Forwarded-For` is trusted. */
    trustedProxies: env.TRUST_PROXY,
    /** The oldest that a CDN's copy of a visitors' page may be; 0 if no CDN is in front. */
    cdnSeconds: env.SHOP_CDN_SECONDS,
    maxHolds: env.SHOP_MAX_HOLDS,
    /** Whether events may be sent to addresses inside the shop's own network. */
    webhookPrivateAddresses: env.WEBHOOK_PRIVATE_ADDRESSES,
    logLevel: env.SHOP_LOG_LEVEL,
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    earlierImageSources: env.IMAGE_EARLIER_SOURCES,
  };
});

export const settingNames = [
  ...new Set(
    [
      shopEnvironment,
      databaseSettings.in,
      identitySettings.in,
      cardPaymentsSettings.in,
      imageHostSettings.in,
      emailSettings.in,
      traceSettings.in,
    ].flatMap(({ shape }) => Object.keys(shape)),
  ),
];

/** All settings of the process, read at startup. Times are in the unit of their name; `.env.example`
 * documents each. */
export type Config = ReturnType<typeof readConfig>;

/** One or more settings are invalid. `message` lists all of them, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  readonly problems: readonly string[];

  constructor(problems: string[]) {
    super(`These settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Removes empty settings, which container files leave behind, and a login's `MAIL`, which is a path (POSIX,
 * Base Definitions 8.1). */
function withoutForeign(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOurs = ([name, value]: [string, string | undefined]) =>
    value?.trim() !== '' && !(name === 'MAIL' && value?.startsWith('/'));
  return Object.fromEntries(Object.entries(environment).filter(isOurs));
}

/** A setting that is refused, and why, in the words that follow its name. */
export type SettingProblem = { setting: string; problem: string };

/** Reads and validates all settings at once. @throws ConfigError naming every invalid setting */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const given = withoutForeign(environment);
  const { config, refused } = readSettings(given);
  if (refused.length > 0)
    throw new ConfigError(refused.map(({ setting, problem }) => `${setting} ${problem}`));
  const isLive = config.mode === 'live';
  return {
    ...config,
    /** Remarks about the settings for the operator, one per line. */
    notes: noteUnknownSettings(Object.keys(given)),
    /** What live mode would refuse of a trial's settings. */
    missingForLive: isLive ? [] : readSettings({ ...given, SHOP_MODE: 'live' }).refused,
  };
}

function readSettings(given: NodeJS.ProcessEnv) {
  const refused: SettingProblem[] = [];
  function read<Settings extends z.ZodType>(settings: Settings): z.output<Settings> {
    const { data, error } = settings.safeParse(given);
    for (const { path, message } of error?.issues ?? [])
      refused.push({ setting: path.join('.'), problem: message });
    return data as z.output<Settings>;
  }
  const config = {
    ...read(shopSettings),
    database: read(databaseSettings),
    identity: read(identitySettings),
    cardPayments: read(cardPaymentsSettings),
    imageHost: read(imageHostSettings),
    email: read(emailSettings),
    traces: read(traceSettings),
  };
  return { config, refused };
}

/** Prefixes of names that are presumably settings of the shop. */
const OURS =
  /^(SHOP|DATABASE|SMTP|STRIPE|S3|METRICS|FIREBASE|GOOGLE_CLIENT|IMAGE|IMGBB|MAIL|CARD|IDENTITY|TRUST|WEBHOOK)_/;

/** Notes the names that are misspelt, of an earlier version, or another software's, such as Kubernetes's. */
function noteUnknownSettings(given: string[]): string[] {
  const unknown = given.filter((name) => OURS.test(name) && !settingNames.includes(name)).sort();
  return unknown.map((name) => `${name} is not a setting of the shop, and is ignored`);
}
