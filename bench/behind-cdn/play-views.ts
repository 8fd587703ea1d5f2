import { setTimeout as pause } from 'node:timers/promises';
import { drawViews, PERSONAL_CALLS, type Site, type View } from './views.ts';

/** The pictures of a list or a tool that a browser loads with it: those in sight. */
const PICTURES = { list: 12, tool: 3 };

/** A visitor's browser opens six connections, and refreshes nothing for a view that it has left. */
const browserHeaders = { 'accept-encoding': 'gzip, br' };

type Player = {
  /** Sends views at random moments, `perSecond` on average, for `seconds`; returns their number once all are
   * answered. @throws if one was not answered well */
  play(perSecond: number, seconds: number): Promise<number>;
};

/** Creates visitors of the shop at `origin`. `person` is who the signed-in ones are. */
export function createVisitors(origin: string, site: Site, person: { email: string; token: string }): Player {
  const { next, random } = drawViews(site, 1);
  const own = [`/user/${person.email}`, `/orders?email=${person.email}&limit=1`, `/admin/${person.email}`];
  const personalCalls = (many: number) =>
    Array.from({ length: many }, (_, nth) => own[nth % own.length] ?? '');

  async function get(path: string, headers: Record<string, string> = {}): Promise<string> {
    const reply = await fetch(origin + path, { headers: { ...browserHeaders, ...headers } });
    const body = await reply.text();
    if (!reply.ok) throw new Error(`${path} was answered with ${reply.status}`);
    return body;
  }

  async function open({ opening, path, isColdBrowser, isSignedIn }: View): Promise<void> {
    const isTool = opening.startsWith('tool');
    const isDocument = !opening.endsWith('within the page');
    const pictures = isTool ? PICTURES.tool : PICTURES.list;
    const bodies = await Promise.all(
      (isDocument ? [documentPath(opening, path)] : callsOf(opening, path)).map((each) => get(each)),
    );
    const files = isDocument && !isColdBrowser ? [] : bodies.flatMap((body) => filesIn(body, pictures));
    const token = { authorization: `Bearer ${person.token}` };
    const many = (isDocument ? PERSONAL_CALLS.document : 0) + (isTool ? PERSONAL_CALLS.tool : 0);
    const calls = isSignedIn ? personalCalls(many) : [];
    await Promise.all([...files.map((file) => get(file)), ...calls.map((call) => get(call, token))]);
  }

  return {
    async play(perSecond, seconds) {
      const endsAt = performance.now() + seconds * 1000;
      const opened: Promise<void>[] = [];
      let at = performance.now();
      for (;;) {
        at += (-Math.log(1 - random()) / perSecond) * 1000;
        if (at > endsAt) break;
        await pause(Math.max(0, at - performance.now()));
        opened.push(open(next()));
      }
      await Promise.all(opened);
      return opened.length;
    },
  };
}

function documentPath(opening: View['opening'], path: string): string {
  if (opening === 'home') return '/';
  return opening === 'list' ? `/tools${path}` : `/tools/${path}`;
}

/** The calls by which the page's scripts open a list or a tool. */
function callsOf(opening: View['opening'], path: string): string[] {
  if (opening === 'tool within the page') return [`/tool/${path}`];
  const and = path === '' ? '?' : `${path}&`;
  return [`/tool${and}limit=24`, `/tool/facets${path}`];
}

/** The scripts and fonts that a page names, and the first pictures in it or in a call's reply. */
function filesIn(body: string, pictures: number): string[] {
  const all = (pattern: RegExp) => [...new Set([...body.matchAll(pattern)].map(([found]) => found))];
  return [
    ...all(/\/assets\/[\w.-]+\.(js|woff2|css|avif)/g),
    ...all(/\/pictures\/[\w./-]+\.webp/g).slice(0, pictures),
  ];
}
