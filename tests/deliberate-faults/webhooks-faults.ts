import type { DeliberateFault } from './fault.ts';

const project = 'api';
const calls = { project, test: 'tests/api/webhooks.test.ts' } as const;
const deliveries = { project, test: 'tests/api/webhook-deliveries.test.ts' } as const;

/** Events for other programs. */
export const webhooksFaults: DeliberateFault[] = [
  {
    name: 'an event sent before an earlier one of its object',
    file: 'src/features/webhooks/store.ts',
    rule: "and earlier.state = 'waiting' and earlier.sequence < due.sequence)",
    broken: 'and false)',
    ...deliveries,
  },
  {
    name: 'a slow receiver given as many requests as there are',
    file: 'src/features/webhooks/deliver-webhooks.ts',
    rule: 'const MOST_AT_ONCE = 4;',
    broken: 'const MOST_AT_ONCE = 40;',
    ...deliveries,
  },
  {
    name: 'webhooks that hold up the jobs behind them',
    file: 'src/server/shop/job-handlers.ts',
    rule: "export const detached = ['deliver-webhooks'];",
    broken: 'export const detached: string[] = [];',
    ...deliveries,
  },
  {
    name: 'a webhook sent to a private address',
    file: 'src/platform/post-webhook.ts',
    rule: 'allowsPrivate ? () => true : isPublicAddress',
    broken: '() => true || isPublicAddress(String(allowsPrivate))',
    ...deliveries,
  },
  {
    name: 'an endpoint turned off though it accepts other events',
    file: 'src/features/webhooks/deliver-webhooks.ts',
    rule: 'else if (!(await hasAcceptedSince(tx, endpoint.id, delivery.first_try_at ?? nextTryAt)))',
    broken: 'else if (endpoint.id || (await hasAcceptedSince(tx, endpoint.id, nextTryAt)))',
    ...deliveries,
  },
  {
    name: 'a shipment announced that was undone',
    file: 'src/server/shop/webhook-events.ts',
    rule: "if (shipped_at?.toISOString() !== detail) return 'gone';",
    broken: "if (!shipped_at) return 'gone';",
    ...calls,
  },
  {
    name: 'a replaced webhook secret that signs for ever',
    file: 'src/features/webhooks/store.ts',
    rule: 'return until && until > now ? until : undefined;',
    broken: 'return until && until > new Date(0) && now ? until : undefined;',
    ...calls,
  },
  {
    name: 'webhook endpoints counted without a lock',
    file: 'src/features/webhooks/change-endpoints.ts',
    rule: "await lockUntilCommit(tx, 'toolyard webhook endpoints');",
    broken: 'void lockUntilCommit;',
    ...calls,
  },
];
