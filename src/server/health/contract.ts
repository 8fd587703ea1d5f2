import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';

const healthSchema = z.object({ status: z.literal('ok') });

const readinessSchema = z.extend(healthSchema, {
  databaseAheadSeconds: z
    .optional(z.number())
    .check(
      z.describe(
        'Only where the clocks of the shop and of its database differ: by so much, which may stop payments',
      ),
    ),
});

// A request that is no valid HTTP is all that they refuse.

/** `GET /healthz` */
export const getHealthCall = {
  method: 'GET',
  path: '/healthz',
  access: 'public',
  reply: healthSchema,
  errors: ['invalid_input'],
  tag: 'Operations',
  operationId: 'getHealth',
  summary: 'Whether the process answers',
} satisfies Call;

/** `GET /readyz` */
export const getReadinessCall = {
  method: 'GET',
  path: '/readyz',
  access: 'public',
  reply: readinessSchema,
  errors: ['invalid_input'],
  tag: 'Operations',
  operationId: 'getReadiness',
  summary: 'Whether the shop can serve',
  description: 'Not while its database is away or its disk is full, nor once it is stopping.',
} satisfies Call;
