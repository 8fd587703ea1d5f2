import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ShopOfPages } from '#contracts/shop-details.ts';
import { pageContentPolicy } from '#http/security-headers.ts';
import { escapeHtml } from '#platform/text-formats.ts';
import { buildFolders } from '#server/pages/build-pages.ts';
import type { Schema } from './examples.ts';

/** The parts of an OpenAPI 3.1 document that the reference page shows. */
type ApiDocument = {
  info: { title: string; description?: string };
  servers?: { url: string }[];
  paths?: Record<string, unknown>;
};

type Operation = {
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema; example?: unknown }[];
  requestBody?: { content?: Content };
  responses?: Record<string, Reply>;
};

type Content = Record<string, { schema?: Schema; example?: unknown }>;

type Reply = { description?: string; content?: Content };

type Call = { path: string; method: string; operation: Operation };

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Renders the API's document as a plain HTML page under the shop's name: no script, readable on screen, by
 * screen readers and in print. */
export function renderApiReference(
  document: object,
  { name, logo }: Pick<ShopOfPages, 'name' | 'logo'>,
): string {
  const mark = logo ? `${logo.folder}logo.png` : '/favicon.svg';
  const { info, servers, paths = {} } = inlineSchemas(document) as ApiDocument;
  const origin = servers?.[0]?.url ?? '';
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method): Call[] => {
      const operation = (item as Record<string, Operation | undefined>)[method];
      return operation ? [{ path, method: method.toUpperCase(), operation }] : [];
    }),
  );
  const groups = Map.groupBy(calls, ({ operation }) => operation.tags?.[0] ?? 'Other');
  const sections = [...groups].map(
    ([tag, list]) => `<h2>${escapeHtml(tag)}</h2>${list.map((call) => renderCall(call, origin)).join('')}`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(info.title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${style}</style></head><body>
<header><a href="/"><img src="${mark}" alt="" height="32"> ${escapeHtml(name)}</a></header><main><h1>${escapeHtml(info.title)}</h1>
${renderText(info.description ?? '')}
<p>For programs: <a href="/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}</main></body></html>`;
}

function renderCall(call: Call, origin: string): string {
  const { path, method, operation } = call;
  const body = Object.entries(operation.requestBody?.content ?? {})[0];
  const all = Object.entries(operation.responses ?? {});
  const replies = all.filter(([status]) => status < '400');
  const refusals = all.filter(([status]) => status >= '400');
  return `<section><h3><span class="method">${method}</span> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary ?? '')}. ${renderCode(operation.description ?? '')}
<em>${describeBearer(operation.security)}</em></p>
${renderParameters(operation)}
${body ? `<h4>Body <small>${escapeHtml(body[0])}</small></h4>${renderSchema(body[1].schema)}` : ''}
${replies.map(([status, reply]) => renderReply(status, reply)).join('')}
${renderExample(call, origin)}
<p><small>Refuses with ${refusals.map(renderError).join('; ')}.</small></p></section>`;
}

/** Renders the subset of Markdown that the document's own texts use: paragraphs, headings, lists and code. */
function renderText(text: string): string {
  return text
    .split('\n\n')
    .map((block) => {
      if (block.startsWith('## ')) return `<h2>${renderCode(block.slice(3))}</h2>`;
      const list = block.startsWith('1. ') ? 'ol' : block.startsWith('- ') ? 'ul' : undefined;
      if (!list) return `<p>${renderCode(block)}</p>`;
      const items = block
        .split('\n')
        .map((line) => `<li>${renderCode(line.replace(/^(?:\d+\.|-) /, ''))}</li>`);
      return `<${list}>${items.join('')}</${list}>`;
    })
    .join('\n');
}

function renderCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

const bearerNames: Record<string, string> = { accessToken: 'the access token', proof: 'a proof' };

/** A call worked out: how it is made with curl, and what comes back. */
function renderExample({ path, method, operation }: Call, origin: string): string {
  const { parameters = [], requestBody, responses = {}, security } = operation;
  const given = parameters.filter(({ example }) => example !== undefined);
  const written = path.replace(/\{(\w+)\}/g, (whole, name) => {
    const parameter = given.find((each) => each.name === name && each.in === 'path');
    return parameter ? encodeURIComponent(String(parameter.example)) : whole;
  });
  const query = given.filter((each) => each.in === 'query').map((each) => [each.name, String(each.example)]);
  const address = `${origin}${written}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`;
  const [media, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const success = Object.entries(responses).find(([status]) => /^20/.test(status))?.[1].content ?? {};
  const [replyMedia = '', reply] = Object.entries(success)[0] ?? [];
  const bearer = bearerOfExample(security);
  const command = [
    `curl ${quoted(address)}`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(bearer ? [`-H "Authorization: Bearer ${bearer}"`] : []),
    ...bodyOfExample(media, body),
    ...(/pdf|zip/.test(replyMedia) ? ['-O'] : []),
  ];
  const shown = reply?.example === undefined ? '' : JSON.stringify(reply.example, null, 2);
  return `<details><summary>Example</summary><pre><code>${escapeHtml(command.join(' \\\n  '))}</code></pre>
${shown && `<pre><code>${escapeHtml(shown)}</code></pre>`}</details>`;
}

function bearerOfExample(security: Operation['security'] = []): string | undefined {
  const schemes = security.flatMap((scheme) => Object.keys(scheme));
  if (schemes.includes('apiKey')) return '$TOOLYARD_KEY';
  return { accessToken: '$ACCESS_TOKEN', proof: '$PROOF' }[schemes[0] ?? ''];
}

function bodyOfExample(media: string | undefined, body: Content[string] | undefined): string[] {
  if (media === undefined) return [];
  if (media.startsWith('multipart/'))
    return Object.entries(body?.schema?.properties ?? {}).map(([name, { format }]) =>
      format === 'binary' ? `-F ${name}=@file` : `-F ${name}=…`,
    );
  if (body?.example === undefined) return [`-H 'Content-Type: ${media}'`, '--data-binary @file'];
  return [`-H 'Content-Type: ${media}'`, `-d ${quoted(JSON.stringify(body.example))}`];
}

/** A word for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function describeBearer(security: Operation['security'] = []): string {
  const names = security.flatMap((scheme) => Object.entries(scheme));
  const words = names.map(([name, scopes]) =>
    name === 'apiKey' ? `an API key with ${scopes.join()}` : bearerNames[name],
  );
  return words.length > 0 ? `Bearer: ${words.join(', or ')}.` : 'Public.';
}

function renderParameters({ parameters = [] }: Operation): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<li><code>${escapeHtml(name)}</code> in ${escapeHtml(place)}${required ? '' : ', optional'}: ${escapeHtml(describeSchema(schema))}</li>`,
  );
  return `<h4>Parameters</h4><ul>${rows.join('')}</ul>`;
}

function renderReply(status: string, { description, content }: Reply): string {
  const heading = `<h4>Answer <small>${escapeHtml(status)}</small></h4>`;
  if (!content) return `${heading}<p>${escapeHtml(description ?? 'Nothing')}.</p>`;
  return heading + renderSchema(Object.values(content)[0]?.schema);
}

function renderError([status, { description = '' }]: [string, Reply]): string {
  return `${escapeHtml(status)} <code>${escapeHtml(description)}</code>`;
}

function renderSchema(schema: Schema | undefined): string {
  if (!schema) return '<p>Nothing.</p>';
  const shown = schema.type === 'array' ? schema.items : schema;
  const lead = schema.type === 'array' ? '<p>A list of:</p>' : '';
  if (!shown?.properties) return `${lead}<p>${escapeHtml(describeSchema(shown))}</p>`;
  const required = new Set(shown.required);
  const rows = Object.entries(shown.properties).map(
    ([name, property]) =>
      `<li><code>${escapeHtml(name)}</code>${required.has(name) ? '' : ', optional'}: ${escapeHtml(describeSchema(property))}</li>`,
  );
  return `${lead}<ul>${rows.join('')}</ul>`;
}

/** Describes a schema in a few words: `text of 1 to 200 characters`, `whole number from 1`. */
function describeSchema(schema: Schema | undefined): string {
  if (!schema) return 'anything';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.anyOf) return schema.anyOf.map(describeSchema).join(' or ');
  if (schema.type === 'array') return `list of ${describeSchema(schema.items)}`;
  if (schema.properties) return `{ ${Object.keys(schema.properties).join(', ')} }`;
  const noun =
    { string: schema.format ?? 'text', integer: 'whole number' }[String(schema.type)] ?? schema.type;
  return [noun ?? 'anything', describeBounds(schema)].filter(Boolean).join(' ');
}

function describeBounds({ minLength, maxLength, minimum, maximum }: Schema): string {
  const bounds = [
    minimum !== undefined && Math.abs(minimum) < Number.MAX_SAFE_INTEGER && `from ${minimum}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `to ${maximum}`,
    minLength !== undefined && `of at least ${minLength} characters`,
    maxLength !== undefined && `of at most ${maxLength} characters`,
  ];
  return bounds.filter(Boolean).join(' ');
}

const assets = join(buildFolders.client, 'assets');

/** The faces of the shop's own font, by the names that the build gave their files. */
function fontFaces(): string {
  const files = existsSync(assets) ? readdirSync(assets) : [];
  const face = (cut: string, range: string) => {
    const file = files.find((name) => name.startsWith(`archivo-${cut}-`) && name.endsWith('.woff2'));
    return file
      ? `@font-face { font-family: Archivo; font-display: swap; ${range}; src: url("/assets/${file}") format("woff2"); }`
      : '';
  };
  return [
    face('text', 'font-weight: 400 700; font-stretch: 95% 105%'),
    face('headings', 'font-weight: 100 900; font-stretch: 106% 125%'),
  ].join('\n');
}

const style = `${fontFaces()}
:root { color-scheme: light dark; font: 16px/1.5 Archivo, system-ui, sans-serif; }
header { border-bottom: 1px solid light-dark(#dcd9d0, #31353c); }
header a { display: flex; align-items: center; gap: .625rem; max-width: 60rem; height: 4rem; margin: 0 auto; padding: 0 1rem;
  color: inherit; font-size: 1.375rem; text-decoration: none; }
h1, h2, h3, header a { font-weight: 680; font-stretch: 112%; letter-spacing: -.012em; }
h3 { font-size: 1rem; font-stretch: 100%; }
code { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, "Liberation Mono", monospace; }
body { margin: 0; background: light-dark(#f6f5f1, #14161a); color: light-dark(#1a1d21, #eceae4); }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 6rem; }
h2 { margin-top: 3rem; } h4 { margin: 1rem 0 .25rem; } small { font-weight: 400; }
section { background: light-dark(#fff, #1d2025); border: 1px solid light-dark(#d9d6cd, #33373e);
  border-radius: 6px; padding: .25rem 1.25rem 1rem; margin: 1rem 0; overflow-wrap: anywhere; }
.method { color: light-dark(#b23a0a, #ff8a55); font-size: .85em; letter-spacing: .04em; }
pre { background: light-dark(#f0eee8, #14161a); padding: .75rem 1rem; border-radius: 6px; overflow-x: auto; }
pre code { font-size: .85em; overflow-wrap: normal; } summary { cursor: pointer; font-weight: 600; margin-top: 1rem; }
ul, ol { margin: 0; padding-left: 1.25rem; } a { color: light-dark(#b23a0a, #ff8a55); }
`;

/** The content security policy of the reference page, which has an inline style. */
export const apiReferencePolicy = pageContentPolicy({ styles: [style] });

const PLACE = '#/components/schemas/';

/** Replaces every `$ref` to a named schema in an OpenAPI document by the schema. No schema may reference
 * itself. */
export function inlineSchemas<Document extends object>(document: Document): Document {
  const { components } = document as { components?: { schemas?: Record<string, unknown> } };
  const inline = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(inline);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, ...rest } = node as { $ref?: unknown };
    const named = typeof $ref === 'string' && components?.schemas?.[$ref.replace(PLACE, '')];
    const all = named ? { ...named, ...rest } : node;
    return Object.fromEntries(Object.entries(all).map(([key, value]) => [key, inline(value)]));
  };
  return inline(document) as Document;
}
