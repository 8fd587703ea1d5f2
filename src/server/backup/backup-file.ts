import { z } from 'zod';
import { databaseCopySchema } from '#platform/database/database-copy.ts';

/** Where the parts of a backup lie in its file, a gzipped tar (POSIX.1-2001, pax). The manifest is its first entry. */
export const parts = {
  manifest: 'manifest.json',
  tables: 'tables',
  pictures: 'pictures',
  secret: 'secret',
} as const;

/** What a backup says of itself. */
export const manifestSchema = z.object({
  format: z.literal('toolyard backup 1'),
  madeAt: z.iso.datetime(),
  database: databaseCopySchema,
  /** The pictures on the shop's own disk: how many files, none when they were left out. */
  pictures: z.number().int().nonnegative(),
  /** Whether the secret that the shop made up is in it. */
  secret: z.boolean(),
});

/** What a backup says of itself. */
export type Manifest = z.infer<typeof manifestSchema>;
