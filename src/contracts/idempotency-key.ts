import { z } from 'zod/mini';

/** Headers of a call whose repeat, under the same `Idempotency-Key`, is answered like the first. */
export const idempotencyHeadersSchema = z.looseObject({
  'idempotency-key': z
    .optional(
      z
        .string()
        .check(
          z.minLength(1, 'Idempotency-Key is empty'),
          z.maxLength(200, 'Idempotency-Key must be 200 characters or shorter'),
        ),
    )
    .check(z.describe('A repeat under the same key is answered like the first')),
});
