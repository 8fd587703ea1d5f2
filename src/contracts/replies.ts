import { z } from 'zod/mini';
import { idSchema } from './identifiers.ts';

/** Answer of a call that adds a row. */
export const insertedSchema = z.object({ insertedId: idSchema });

/** Answer of a call that deletes. */
export const deletedSchema = z.object({ deletedCount: z.int() });

/** Answer of a call that changes a row. */
export const modifiedSchema = z.object({ modifiedCount: z.int() });
