import { Agent, get } from 'node:http';
import { largeFacetQuestions, largeQuestions, type Questions } from './search-questions.ts';

/** The cost of one kind of request, in milliseconds. */
export type Cost = { what: string; requests: number; p50: number; p99: number; most: number };

/** Loads a running shop filled by `seed:large` (start it with `SHOP_RATE_LIMIT=off`) with some clients, each
 * of which sends its next request as soon as it has its response. */
export async function measureSearch(origin: string, requests: number, clients: number): Promise<Cost[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const costs: Cost[] = [];
  const first = await fetchJson(agent, `${origin}/tool?limit=100`);
  const partNumbers = first.map(({ name }) => /[A-Z]+-\d+[A-Z]/.exec(name)?.[0] ?? name);
  const reviews: Questions = {
    'reviews, first page and their count': (nth) => `/review?limit=${1 + (nth % 100)}`,
  };
  const pages: Questions = { 'first page, no question': (nth) => `/tool?limit=24&page=${nth}` };
  const all = { ...pages, ...largeQuestions(partNumbers), ...largeFacetQuestions(), ...reviews };
  for (const [what, ask] of Object.entries(all)) {
    const times = await inLoops(requests, clients, async (nth) => timed(agent, origin + ask(nth)));
    costs.push(costOf(what, times));
  }
  for (const path of [
    '/tool?limit=24',
    '/tool?limit=24&q=drill',
    '/tool?limit=24&sort=price&category=Drills',
  ]) {
    costs.push(...(await walkDeep(agent, origin, path)));
  }
  agent.destroy();
  return costs;
}

async function inLoops(
  requests: number,
  clients: number,
  ask: (nth: number) => Promise<number>,
): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const client = async () => {
    while (next < requests) times.push(await ask(next++));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
}

const DEEP = 1_000;
const AT_EACH_END = 50;

/** Follows a list's cursors to page 1,000 with one client; measures the first pages and the last ones. */
async function walkDeep(agent: Agent, origin: string, path: string): Promise<Cost[]> {
  const times: number[] = [];
  for (let next: string | undefined = path; next !== undefined && times.length < DEEP; ) {
    const asked: string = origin + next;
    times.push(
      await timed(agent, asked, (link) => {
        next = /^<(.+)>; rel="next"$/.exec(link ?? '')?.[1];
      }),
    );
  }
  return [
    costOf(`${path}, pages 1 to ${AT_EACH_END}`, times.slice(0, AT_EACH_END)),
    costOf(`${path}, pages to ${times.length}`, times.slice(-AT_EACH_END)),
  ];
}

function timed(agent: Agent, url: string, onLink?: (link: string | undefined) => void): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${reply.statusCode} from ${url}`));
      onLink?.(reply.headers.link as string | undefined);
      reply.resume();
      reply.on('end', () => resolve(performance.now() - start));
    }).on('error', reject);
  });
}

async function fetchJson(agent: Agent, url: string): Promise<{ name: string }[]> {
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    get(url, { agent }, (reply) => {
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', resolve);
    }).on('error', reject);
  });
  return JSON.parse(Buffer.concat(chunks).toString());
}

function costOf(what: string, times: number[]): Cost {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { what, requests: times.length, p50: at(0.5), p99: at(0.99), most: at(1) };
}
