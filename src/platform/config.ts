import { resolve } from 'node:path';
import { z } from 'zod';
import { toolPages } from '#contracts/shop-settings.ts';
import {
  type CardPaymentsSettings,
  cardPaymentsEnvironment,
  cardPaymentsProblems,
  toCardPaymentsSettings,
} from './card-payments/card-payments-settings.ts';
import {
  type DatabaseSettings,
  databaseEnvironment,
  databaseProblems,
  databaseUnfitForLive,
  toDatabaseSettings,
} from './database/database-settings.ts';
import { isCommonPassword } from './identity-provider/embedded/common-passwords.ts';
import {
  type IdentitySettings,
  identityEnvironment,
  identityProblems,
  toIdentitySettings,
} from './identity-provider/identity-settings.ts';
import {
  type ImageHostSettings,
  imageHostEnvironment,
  imageHostProblems,
  toImageHostSettings,
} from './image-host/image-host-settings.ts';
import { type Limits, limitSettings, toLimits } from './limits.ts';
import { type MailSettings, mailEnvironment, mailProblems, toMailSettings } from './mail/mail-settings.ts';
import { email, flag, halfGiven, wholeNumber } from './settings-fields.ts';
import {
  type TraceSettings,
  toTraceSettings,
  traceEnvironment,
  traceProblems,
} from './traces/trace-settings.ts';
import { trustedProxies } from './trusted-proxies.ts';
import { findUnknownSettings } from './unknown-settings.ts';

const currency = z
  .string()
  .toLowerCase()
  .refine(
    (code) => Intl.supportedValuesOf('currency').includes(code.toUpperCase()),
    'must be an ISO 4217 code such as usd',
  );

/** The settings as they stand in the environment; `.env.example` says what each does. */
const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().optional(),
  SHOP_MODE: z.enum(['trial', 'live'], { error: 'must be trial or live' }).default('trial'),
  SHOP_DATA_DIR: z.string().default('.shop-data'),
  SHOP_ORIGIN: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://shop.example' })
    .transform((address) => new URL(address).origin)
    .optional(),
  SHOP_SECRET: z.string().min(32, 'must be 32 characters or longer').optional(),
  SHOP_CURRENCY: currency.default('usd'),
  SHOP_DEMO: flag.optional(),
  SHOP_ADMIN_EMAIL: email.optional(),
  SHOP_ADMIN_PASSWORD: z.string().min(6, 'must be 6 characters or longer').optional(),
  TOOL_PAGES: z.enum(toolPages, { error: 'must be members or public' }).default('members'),
  SHOP_HOLD_MINUTES: wholeNumber(1, 1440).default(15),
  SHOP_CONTACT_EMAIL: email.optional(),
  SHOP_RATE_LIMIT: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  ...limitSettings,
  TRUST_PROXY: trustedProxies.default([]),
  SHOP_MAX_HOLDS: wholeNumber(1, 1000).default(20),
  SHOP_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'must be fatal, error, warn, info, debug or silent',
    })
    .default('info'),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  ...databaseEnvironment,
  ...identityEnvironment,
  ...cardPaymentsEnvironment,
  ...imageHostEnvironment,
  ...mailEnvironment,
  ...traceEnvironment,
});

type Environment = z.infer<typeof environmentSchema>;

/** The names of all settings. */
export const settingNames: string[] = Object.keys(environmentSchema.shape);

/** What the whole process is told at its start. Times are in the unit of their name. */
export type Config = {
  port: number;
  host: string;
  mode: 'trial' | 'live';
  dataDir: string;
  /** Where people reach the shop. Undefined: the address it listens on. */
  origin: string | undefined;
  /** The one secret all keys are derived from. Undefined: made up and kept in the data folder. */
  secret: string | undefined;
  currency: string;
  demo: boolean;
  /** The first admin; with accounts kept elsewhere the shop knows no password. */
  admin: { email: string; password: string | undefined } | undefined;
  /** Who sees a tool's own page. */
  toolPages: Environment['TOOL_PAGES'];
  holdMinutes: number;
  contactEmail: string;
  /** Whether sign-ins, messages and the like are limited in number. */
  rateLimit: boolean;
  limits: Limits;
  /** The addresses whose `X-Forwarded-For` is believed. */
  trustedProxies: string[];
  /** How many payments that hold units one user may have under way. */
  maxHolds: number;
  logLevel: Environment['SHOP_LOG_LEVEL'];
  /** Where the figures for Prometheus are served. Undefined: nowhere. */
  metrics: { host: string; port: number } | undefined;
  database: DatabaseSettings;
  identity: IdentitySettings;
  cardPayments: CardPaymentsSettings;
  imageHost: ImageHostSettings;
  /** Origins from which pictures of an earlier host still come. */
  earlierImageSources: string[];
  mail: MailSettings;
  traces: TraceSettings;
  /** What whoever starts the shop should know of the settings: a line each. */
  notes: string[];
};

/** The settings are wrong. `message` names every one of them, a line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** The admin's password in live mode: no form asks for it and nobody types it often, so it can be long. */
const isWeakForAdmin = (password: string) => password.length < 15 || isCommonPassword(password);

/** The embedded accounts make the admin's account, and need the password for it. */
function adminProblems(env: Environment): string[] {
  if (env.IDENTITY_PROVIDER === 'embedded') return halfGiven(env, 'SHOP_ADMIN_EMAIL', 'SHOP_ADMIN_PASSWORD');
  return env.SHOP_ADMIN_PASSWORD === undefined
    ? []
    : ['SHOP_ADMIN_PASSWORD has no use: IDENTITY_PROVIDER is firebase, which keeps the passwords'];
}

/** What `SHOP_MODE=live` refuses: everything that is only fit for trying the shop out. */
function unfitForLive(env: Environment): string[] {
  if (env.SHOP_MODE !== 'live') return [];
  const problems = [
    env.CARD_PAYMENTS === 'sandbox' && 'CARD_PAYMENTS must not be sandbox in live mode: no money would move',
    env.MAIL === 'mailbox' && 'MAIL must not be mailbox in live mode: no mail would leave',
    env.SHOP_DEMO && 'SHOP_DEMO must be 0 in live mode',
    env.SHOP_RATE_LIMIT === 'off' && 'SHOP_RATE_LIMIT must be on in live mode',
    !env.SHOP_ADMIN_EMAIL && 'SHOP_ADMIN_EMAIL is missing: live mode makes up no admin',
    env.SHOP_ADMIN_PASSWORD !== undefined &&
      isWeakForAdmin(env.SHOP_ADMIN_PASSWORD) &&
      'SHOP_ADMIN_PASSWORD must be 15 characters or longer in live mode, and hard to guess',
    !env.SHOP_ORIGIN?.startsWith('https://') && 'SHOP_ORIGIN must be an https address in live mode',
  ];
  return [...problems.filter((problem) => typeof problem === 'string'), ...databaseUnfitForLive(env)];
}

/**
 * Leaves out what is no setting of ours: empty ones, as `.env` and container files leave them, and the `MAIL` that a
 * login sets, which is the path of the user's mail spool (POSIX, Base Definitions 8.1).
 */
function withoutForeign(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOurs = ([name, value]: [string, string | undefined]) =>
    value?.trim() !== '' && !(name === 'MAIL' && value?.startsWith('/'));
  return Object.fromEntries(Object.entries(environment).filter(isOurs));
}

/**
 * Reads and checks all settings at once.
 * @throws ConfigError naming every setting that is wrong.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = withoutForeign(environment);
  const unknown = findUnknownSettings(Object.keys(given), settingNames);
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new ConfigError([...wrong, ...unknown.problems]);
  }
  const env = parsed.data;
  const problems = [
    ...adminProblems(env),
    ...identityProblems(env, { mode: env.SHOP_MODE }),
    ...databaseProblems(env),
    ...cardPaymentsProblems(env, { mode: env.SHOP_MODE }),
    ...imageHostProblems(env, { mode: env.SHOP_MODE }),
    ...mailProblems(env, { mode: env.SHOP_MODE }),
    ...traceProblems(env),
    ...unfitForLive(env),
    ...unknown.problems,
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...toConfig(env), notes: unknown.notes };
}

function toConfig(env: Environment): Omit<Config, 'notes'> {
  const { SHOP_ADMIN_EMAIL: adminEmail, SHOP_ADMIN_PASSWORD: adminPassword } = env;
  return {
    port: env.PORT,
    host: env.HOST ?? (env.SHOP_MODE === 'live' ? '0.0.0.0' : '127.0.0.1'),
    mode: env.SHOP_MODE,
    dataDir: resolve(env.SHOP_DATA_DIR),
    origin: env.SHOP_ORIGIN,
    secret: env.SHOP_SECRET,
    currency: env.SHOP_CURRENCY,
    demo: env.SHOP_DEMO ?? env.SHOP_MODE === 'trial',
    admin: adminEmail ? { email: adminEmail, password: adminPassword } : undefined,
    toolPages: env.TOOL_PAGES,
    holdMinutes: env.SHOP_HOLD_MINUTES,
    contactEmail: env.SHOP_CONTACT_EMAIL ?? adminEmail ?? 'admin@toolyard.example',
    rateLimit: env.SHOP_RATE_LIMIT === 'on',
    limits: toLimits(env),
    trustedProxies: env.TRUST_PROXY,
    maxHolds: env.SHOP_MAX_HOLDS,
    logLevel: env.SHOP_LOG_LEVEL,
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    database: toDatabaseSettings(env),
    identity: toIdentitySettings(env),
    cardPayments: toCardPaymentsSettings(env),
    imageHost: toImageHostSettings(env),
    earlierImageSources: env.IMAGE_EARLIER_SOURCES,
    mail: toMailSettings(env),
    traces: toTraceSettings(env),
  };
}
