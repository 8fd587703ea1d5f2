import { resolve } from 'node:path';
import { z } from 'zod';
import { isCommonPassword } from './identity-provider/embedded/common-passwords.ts';
import { type Limits, limitSettings, toLimits } from './limits.ts';
import { trustedProxies } from './trusted-proxies.ts';

const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((value) => value === '1');
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);
const email = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email({ error: 'must be an email address' }));
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
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 200).default(12),
  DATABASE_WAIT_SECONDS: wholeNumber(1, 60).default(5),
  IDENTITY_PROVIDER: z.enum(['embedded'], { error: 'must be embedded' }).default('embedded'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  CARD_PAYMENTS: z.enum(['sandbox'], { error: 'must be sandbox' }).default('sandbox'),
  IMAGE_HOST: z.enum(['disk'], { error: 'must be disk' }).default('disk'),
  MAIL: z.enum(['mailbox'], { error: 'must be mailbox' }).default('mailbox'),
});

type Environment = z.infer<typeof environmentSchema>;

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
  admin: { email: string; password: string } | undefined;
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
  databaseUrl: string | undefined;
  /** The role that owns the tables and changes them. Undefined: that of `databaseUrl`. */
  databaseOwnerUrl: string | undefined;
  databasePoolSize: number;
  databaseWaitSeconds: number;
  identityProvider: Environment['IDENTITY_PROVIDER'];
  google: { clientId: string; clientSecret: string } | undefined;
  cardPayments: Environment['CARD_PAYMENTS'];
  imageHost: Environment['IMAGE_HOST'];
  mail: Environment['MAIL'];
};

/** The settings are wrong. `message` names every one of them, a line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(problems: string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/** Two settings that only make sense together. */
function halfGiven(env: Environment, first: keyof Environment, second: keyof Environment): string[] {
  if ((env[first] === undefined) === (env[second] === undefined)) return [];
  const missing = env[first] === undefined ? first : second;
  const given = missing === first ? second : first;
  return [`${missing} is missing: ${given} is set, and they go together`];
}

/** The admin's password in live mode: no form asks for it and nobody types it often, so it can be long. */
const isWeakForAdmin = (password: string) => password.length < 15 || isCommonPassword(password);

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
  return problems.filter((problem) => typeof problem === 'string');
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
  const parsed = environmentSchema.safeParse(withoutForeign(environment));
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  }
  const env = parsed.data;
  const problems = [
    ...halfGiven(env, 'SHOP_ADMIN_EMAIL', 'SHOP_ADMIN_PASSWORD'),
    ...halfGiven(env, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'),
    ...(env.DATABASE_OWNER_URL && !env.DATABASE_URL
      ? ['DATABASE_URL is missing: DATABASE_OWNER_URL is set, and needs it']
      : []),
    ...unfitForLive(env),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  return toConfig(env);
}

function toConfig(env: Environment): Config {
  const { SHOP_ADMIN_EMAIL: adminEmail, SHOP_ADMIN_PASSWORD: adminPassword } = env;
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  return {
    port: env.PORT,
    host: env.HOST ?? (env.SHOP_MODE === 'live' ? '0.0.0.0' : '127.0.0.1'),
    mode: env.SHOP_MODE,
    dataDir: resolve(env.SHOP_DATA_DIR),
    origin: env.SHOP_ORIGIN,
    secret: env.SHOP_SECRET,
    currency: env.SHOP_CURRENCY,
    demo: env.SHOP_DEMO ?? env.SHOP_MODE === 'trial',
    admin: adminEmail && adminPassword ? { email: adminEmail, password: adminPassword } : undefined,
    holdMinutes: env.SHOP_HOLD_MINUTES,
    contactEmail: env.SHOP_CONTACT_EMAIL ?? adminEmail ?? 'admin@toolyard.example',
    rateLimit: env.SHOP_RATE_LIMIT === 'on',
    limits: toLimits(env),
    trustedProxies: env.TRUST_PROXY,
    maxHolds: env.SHOP_MAX_HOLDS,
    logLevel: env.SHOP_LOG_LEVEL,
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    databaseWaitSeconds: env.DATABASE_WAIT_SECONDS,
    identityProvider: env.IDENTITY_PROVIDER,
    google: clientId && clientSecret ? { clientId, clientSecret } : undefined,
    cardPayments: env.CARD_PAYMENTS,
    imageHost: env.IMAGE_HOST,
    mail: env.MAIL,
  };
}
