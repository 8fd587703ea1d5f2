import { z } from 'zod';

/** Headers of a call whose repeat, under the same `Idempotency-Key`, is answered like the first. */
export const idempotencyHeadersSchema = z.looseObject({
  'idempotency-key': z
    .string()
    .min(1, 'Idempotency-Key is empty')
    .max(200, 'Idempotency-Key must be 200 characters or shorter')
    .optional()
    .describe('A repeat under the same key is answered like the first'),
});
