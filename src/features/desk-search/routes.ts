import type { AppContext } from '#features/app-context.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { searchDeskCall } from './contract.ts';
import { findOnDesk } from './find-on-desk.ts';

/** Registers `GET /desk-search`, for staff. */
export function deskSearchRoutes(api: ApiServer, { db }: AppContext): void {
  serve(api, searchDeskCall, {}, ({ query }) => findOnDesk(db, query.q));
}
