import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createShopProcess, type ShopProcess } from '#tests/faults/support/shop-process.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { S3_KEYS, type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import { startTraceReceiver, type TraceReceiver } from '#tests/support/trace-receiver.ts';
import { until } from '#tests/support/until.ts';

let folder: string;
let mailServer: MailServer;
let s3: S3Server;
let receiver: TraceReceiver;
let shop: ShopProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-services-'));
  await chmod(folder, 0o711);
  mailServer = await startMailServer({ tls: 'none' });
  s3 = await startS3Server();
  receiver = await startTraceReceiver();
  shop = await createShopProcess({
    SHOP_DATA_DIR: folder,
    SHOP_DEMO: '0',
    MAIL: 'smtp',
    MAIL_FROM: 'shop@shop.example',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mailServer.port),
    SMTP_TLS: 'none',
    IMAGE_HOST: 's3',
    S3_BUCKET: 'shop',
    S3_REGION: 'us-east-1',
    S3_ENDPOINT: s3.settings.endpoint ?? '',
    S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    S3_PUBLIC_URL: 'https://pictures.shop.example',
    IMAGE_EARLIER_SOURCES: 'https://*.ibb.co',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_SERVICE_NAME: 'the-shop',
  });
  await shop.start();
});

afterAll(async () => {
  await shop?.end('SIGKILL');
  await mailServer?.stop();
  await s3?.stop();
  await receiver?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function signUp(email: string): Promise<number> {
  const reply = await fetch(`${shop.origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.origin },
    body: JSON.stringify({ name: 'Ada Joiner', email, password: 'mitre-and-bevel' }),
  });
  return reply.status;
}

it('reports at startup which services are in use', async () => {
  await until('the summary', async () => shop.printed().includes('Toolyard is open at'));
  const printed = shop.printed();
  const { endpoint } = s3.settings;
  expect(printed).toContain(
    `Pictures      S3: shop at ${endpoint}, fetched from https://pictures.shop.example\n`,
  );
  expect(printed).toContain(`Email         SMTP: 127.0.0.1:${mailServer.port}, without TLS\n`);
  expect(printed).toContain(`Traces        sent to ${new URL(receiver.endpoint).host} as the-shop\n`);
  expect(printed).toContain('Mode          trial (no real money)\n');
  expect(printed).not.toContain('/mailbox');
  for (const key of Object.values(S3_KEYS)) expect(printed).not.toContain(key);
});

it('allows its pages pictures from the bucket and the former host only', async () => {
  const { headers } = await fetch(shop.origin);
  expect(headers.get('content-security-policy')).toContain(
    "; img-src 'self' blob: https://pictures.shop.example https://*.ibb.co; ",
  );
});

it('sends the emails of its outbox', async () => {
  expect(await signUp('ada@home.example')).toBe(200);
  await until('the mail', async () => mailServer.mails.length === 1);
  expect(mailServer.mails[0]).toMatchObject({
    to: ['ada@home.example'],
    headers: { subject: 'Verify your email address' },
  });
});

it('traces a page with the calls that render it', async () => {
  expect((await fetch(`${shop.origin}/tools?q=saw`)).status).toBe(200);
  const spanOf = (name: string) => receiver.spans.find((span) => span.name === name);
  await until('the call', async () => spanOf('GET /tool/cards') !== undefined);
  await until('the page', async () => spanOf('GET /*') !== undefined);
  expect(spanOf('GET /tool/cards')).toMatchObject({ kind: 1, parentSpanId: spanOf('GET /*')?.spanId });
});

it('stops cleanly while the mail server hangs, and sends the last traces', async () => {
  mailServer.behave({ mail: () => 'hang' });
  expect(await signUp('bo@home.example')).toBe(200);
  await until('the mail to be on its way', async () => mailServer.tried.length === 2);
  expect(await shop.end('SIGTERM'), shop.printed().slice(-600)).toEqual({ code: 0, signal: null });
  const jobs = receiver.spans.filter(({ name }) => name === 'job send-mail');
  expect(jobs.map(({ status }) => status.code)).toEqual([0, 2]);
});
