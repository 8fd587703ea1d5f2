import type { Database } from '#platform/database/database.ts';
import type { ImageHost } from '#platform/images/image-host.ts';

/** Each is asked for up to six files. */
const ASKED_AT_ONCE = 16;

/** Maximum number of lost pictures that are named. */
const NAMED = 5;

/** What became of the pictures that the database names. */
export type LostPictures = {
  pictures: number;
  /** How many lack one or more of their files. */
  lost: number;
  /** The addresses of the first of these. */
  named: string[];
  /** How many are where nobody can be asked, such as at imgbb. */
  unasked: number;
};

/** Asks the picture host for every file of the pictures in the database. @throws ImageHostUnavailable */
export async function findLostPictures(db: Database, host: Pick<ImageHost, 'has'>): Promise<LostPictures> {
  const found: LostPictures = { pictures: 0, lost: 0, named: [], unasked: 0 };
  let rows = await listPictures(db, '');
  while (rows.length > 0) {
    const states = await Promise.all(rows.map((row) => stateOf(row, host)));
    for (const [nth, state] of states.entries()) {
      found.pictures += 1;
      if (state === 'unasked') found.unasked += 1;
      if (state !== 'lost') continue;
      found.lost += 1;
      if (found.named.length < NAMED) found.named.push(rows[nth]?.url ?? '');
    }
    rows = await listPictures(db, rows.at(-1)?.url ?? '');
  }
  return found;
}

/** Describes them in one line. */
export function describeLostPictures({ pictures, lost, named, unasked }: LostPictures): string {
  const more = lost > named.length ? `, and ${lost - named.length} more` : '';
  const elsewhere = unasked > 0 ? `; ${unasked} are kept where the shop cannot ask for them` : '';
  return lost > 0
    ? `of ${pictures} that the database names, ${lost} lack files: ${named.join(', ')}${more}${elsewhere}`
    : `of ${pictures} that the database names, ${pictures - unasked} have their files${elsewhere}`;
}

type NamedPicture = { url: string; webp_srcset: string; avif_srcset: string | null };

const listPictures = (db: Database, after: string): Promise<NamedPicture[]> =>
  db
    .selectFrom('pictures')
    .select(['url', 'webp_srcset', 'avif_srcset'])
    .where('url', '>', after)
    .orderBy('url')
    .limit(ASKED_AT_ONCE)
    .execute();

async function stateOf(
  { url, webp_srcset, avif_srcset }: NamedPicture,
  host: Pick<ImageHost, 'has'>,
): Promise<'there' | 'lost' | 'unasked'> {
  const addresses = new Set([url, ...addressesIn(webp_srcset), ...addressesIn(avif_srcset ?? '')]);
  const answers = await Promise.all([...addresses].map((address) => host.has(address)));
  if (answers.includes(false)) return 'lost';
  return answers.includes(undefined) ? 'unasked' : 'there';
}

/** The addresses in a `srcset`. */
const addressesIn = (srcset: string) =>
  srcset.split(', ').flatMap((each) => (each === '' ? [] : [each.split(' ')[0] ?? '']));
