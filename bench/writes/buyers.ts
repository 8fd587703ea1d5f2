import { sql } from 'kysely';
import type { AppContext } from '#features/app-context.ts';
import { openSession, startSession } from '#platform/identity/sessions.ts';

/** Number of concurrent buyers. */
export const BUYERS = 32;

const TOOL_UNITS = 1_000_000_000;

/** Inserts the buyers and a tool for each, with ids that derive from their number, so that a pgbench script
 * can name them. */
export async function makeBuyers({ db }: AppContext): Promise<void> {
  await sql`insert into identity."user" (id, email, name, "emailVerified")
    select 'subject-' || n, 'buyer-' || n || '@example.com', 'Buyer ' || n, true from ${numbers}`.execute(db);
  await sql`insert into users (id, subject, email, email_verified, display_name)
    select ${idOf('0001')}, 'subject-' || n, 'buyer-' || n || '@example.com', true, 'Buyer ' || n
    from ${numbers}`.execute(db);
  await sql`insert into pictures (id, url, width, height, colour, webp_srcset)
    select ${idOf('0002')}, '/pictures/bench-' || n || '.webp', 800, 600, '#eeeeee',
      '/pictures/bench-' || n || '.webp 800w' from ${numbers}`.execute(db);
  await sql`insert into tools (id, name, description, img, price_cents, min_order_quantity, on_hand)
    select ${idOf('0003')}, 'Bench tool ' || n, 'Drives nails and pulls them.', '/pictures/bench-' || n || '.webp',
      1250, 1, ${TOOL_UNITS}::int from ${numbers}`.execute(db);
  await sql`insert into stock_movements (tool_id, kind, quantity, available_after, cause, actor, at)
    select ${idOf('0003')}, 'received', ${TOOL_UNITS}::int, ${TOOL_UNITS}::int, 'new_tool', 'start', now()
    from ${numbers}`.execute(db);
}

const numbers = sql`generate_series(0, ${BUYERS - 1}) n`;

const idOf = (kind: string) => sql`('00000000-${sql.raw(kind)}-7000-8000-' || lpad(n::text, 12, '0'))::uuid`;

/** The id of a buyer's user record. */
export const userIdOf = (buyer: number) => `00000000-0001-7000-8000-${String(buyer).padStart(12, '0')}`;

/** The id of a buyer's own tool. */
export const toolIdOf = (buyer: number) => `00000000-0003-7000-8000-${String(buyer).padStart(12, '0')}`;

/** Logs each buyer in. Returns their access tokens. */
export function tokensOfBuyers({ db, clock }: AppContext): Promise<string[]> {
  const tokens = Array.from({ length: BUYERS }, (_, buyer) =>
    db.transaction().execute(async (tx) => {
      const now = clock.now();
      return (await openSession(tx, await startSession(tx, { subject: `subject-${buyer}`, now }), now)) ?? '';
    }),
  );
  return Promise.all(tokens);
}
