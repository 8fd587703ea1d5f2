import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import pageRoutes from '#app/routes.ts';
import { projectFolder } from '#server/pages/build-pages.ts';
import type { LargestCall } from './calls.ts';
import { filled, hardTexts } from './hard-texts.ts';
import type { World } from './world.ts';

/** Sizes that the bench sends: as much of a request's head and body as the server accepts. */
const HEAD_CHARACTERS = 14_000;
const FORM_CHARACTERS = 60_000;
const WORDS = 200;
const NAME = 60;

type Page = { path: string; takesForm: boolean };

/** Every page of the route table, and every form that is sent without a script, with the longest addresses. A
 * search has each of its parts at maximum length; other pages have one part of 14,000 characters. */
export function largestPages(world: World): LargestCall[] {
  return Object.entries(hardTexts(world.names)).flatMap(([text, hard]) =>
    pagesIn(pageRoutes).flatMap((page) => asked(page, text, hard, world)),
  );
}

/** Pages with their full paths. */
function pagesIn(entries: RouteConfigEntry[], above = ''): Page[] {
  return entries.flatMap(({ path = '', file, children = [] }) => {
    const whole = path ? `${above}/${path}` : above;
    const source = readFileSync(join(projectFolder, 'src/app', file), 'utf8');
    const takesForm = /export (?:async function|const) action\b/.test(source);
    return [{ path: whole || '/', takesForm }, ...pagesIn(children, whole)];
  });
}

function asked({ path, takesForm }: Page, text: string, hard: string, world: World): LargestCall[] {
  const at = fillPath(path, hard, world);
  const query = path === '/tools' ? searchOf(hard) : longQuery(hard);
  // The address that React Router fetches for client-side navigation.
  const data = at.includes('.') ? at : `${at === '/' ? '/_' : at}.data`;
  const pages = [...new Set([at, data])].map((address): LargestCall => {
    const name = `GET ${path}${address === data && data !== at ? '.data' : ''} (page)`;
    return {
      name,
      field: 'address',
      text,
      prepare: async () => () => world.ask('GET', `${address}?${query}`),
    };
  });
  return takesForm ? [...pages, ...formsOf(path, text, hard, world)] : pages;
}

function fillPath(path: string, hard: string, { tools, customer }: World): string {
  const long = encodeURIComponent(filled(hard, 1_000))
    .slice(0, HEAD_CHARACTERS / 2)
    .replace(/%[^%]?$/, '');
  return path
    .replace(':toolId', tools[0] ?? '')
    .replace(':email', encodeURIComponent(customer))
    .replace(/:(?:id|end)\??|\*/, long);
}

function searchOf(hard: string): string {
  const query = new URLSearchParams({ q: filled(hard, WORDS), category: filled(hard, NAME), rating: '1' });
  for (let nth = 0; nth < 20; nth += 1) query.append('brand', filled(`${nth} ${hard}`, NAME));
  for (let nth = 0; nth < 10; nth += 1) query.append('spec', `${filled(`${nth} ${hard}`, NAME)}:1..9`);
  return encodedTo(String(query));
}

const longQuery = (hard: string) =>
  encodedTo(String(new URLSearchParams({ q: filled(hard, WORDS), token: filled(hard, HEAD_CHARACTERS) })));

const encodedTo = (query: string) => query.slice(0, HEAD_CHARACTERS / 2).replace(/%[^%]?$/, '');

/** A form with each field at its limit, and one with a single field as long as a body may be. */
function formsOf(path: string, text: string, hard: string, world: World): LargestCall[] {
  const type = 'application/x-www-form-urlencoded';
  const fields = {
    ...{ name: filled(hard, WORDS), email: `${'a'.repeat(60)}@shop.example`, phone: '+1 555 0100' },
    ...{ message: filled(hard, 2_000), password: filled(hard, 128) },
  };
  const forms = {
    'each field at its bound': fields,
    'one field of 60,000': { ...fields, email: filled(hard, FORM_CHARACTERS) },
  };
  return Object.entries(forms).map(([field, values]) => {
    const body = String(new URLSearchParams(values))
      .slice(0, FORM_CHARACTERS)
      .replace(/%[^%]?$/, '');
    const send = () => world.ask('POST', `${path}?${longQuery(hard)}`, body, type);
    return { name: `POST ${path} (form)`, field, text, prepare: async () => send };
  });
}
