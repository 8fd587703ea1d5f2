import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { createContext } from './create-context.ts';
import { explainStartFailure } from './start-failure.ts';

const stopTracing = vi.fn(() => Promise.reject(new Error('the traces cannot be stopped')));
vi.mock('#platform/traces/otlp-tracing.ts', () => ({
  createOtlpTracing: () => ({ summary: 'traces', stop: stopTracing }),
}));

/** Opens a shop in its own process, without connections, and prints the packages loaded for it. */
const OPEN = `
  import { registerHooks } from 'node:module';
  const packages = new Set();
  registerHooks({
    load(url, context, next) {
      const [, name] = /\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\/(?!.*\\/node_modules\\/)/.exec(url) ?? [];
      if (name) packages.add(name);
      return next(url, context);
    },
  });
  const { readConfig } = await import('#platform/config/config.ts');
  const { createContext } = await import('#server/shop/create-context.ts');
  const { buildApp } = await import('#server/shop/app.ts');
  const connection = { host: '127.0.0.1', port: 1, user: 'u', password: 'p', database: 'd' };
  const open = await createContext(readConfig(process.env), connection);
  const app = await buildApp(open.context);
  await app.inject('/no/such/page');
  await app.close();
  await open.close();
  console.log(JSON.stringify([...packages]));
`;

async function packagesLoaded(): Promise<string[]> {
  const env = { PATH: process.env.PATH, SHOP_SECRET: 's'.repeat(32), SHOP_LOG_LEVEL: 'silent' };
  const args = ['--input-type=module', '--eval', OPEN];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout);
}

/** The embedded accounts' library has these two, without anything that would collect or send. */
const OF_THE_ACCOUNTS = ['@opentelemetry/api', '@opentelemetry/semantic-conventions'];

it('loads no library for traces, metrics and services that are not configured', async () => {
  const packages = await packagesLoaded();
  expect(packages).toContain('fastify');
  const ofTraces = packages.filter((name) => name.startsWith('@opentelemetry/'));
  expect(ofTraces.filter((name) => !OF_THE_ACCOUNTS.includes(name))).toEqual([]);
  for (const name of ['stripe', '@aws-sdk/client-s3', 'nodemailer', 'prom-client'])
    expect(packages).not.toContain(name);
});

it('closes open parts when a later one fails, and reports the first failure', async () => {
  const config = readConfig({
    ...{ SHOP_LOG_LEVEL: 'silent', SHOP_SECRET: 's'.repeat(32) },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', MAIL: 'smtp', MAIL_FROM: 'shop@shop.example' },
    ...{ SMTP_HOST: '127.0.0.1', SMTP_CA_FILE: '/no/such/file' },
  });
  const connection = { host: '127.0.0.1', port: 1, user: 'u', password: 'p', database: 'd' };
  const failure = await createContext(config, connection).catch((error: unknown) => error);
  expect(stopTracing).toHaveBeenCalledOnce();
  expect(explainStartFailure(failure)).toMatch(/^SMTP_CA_FILE .*\/no\/such\/file/);
});
