import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type DeclaredPart, declaredParts } from '#tests/support/declared-routes.ts';
import { startTestShop } from '#tests/support/test-shop.ts';

type Content = Record<string, { example?: unknown }>;
type Operation = {
  parameters?: { name: string; in: string; required?: boolean; example?: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

let parts: DeclaredPart[];
let operations: Map<string, Operation>;
let reference: string;

beforeAll(async () => {
  parts = await declaredParts(async () => {
    const t = await startTestShop();
    const { body } = await t.call<{ paths: Record<string, Record<string, Operation>> }>(
      'GET',
      '/openapi.json',
    );
    operations = new Map(
      Object.entries(body.paths).flatMap(([path, item]) =>
        Object.entries(item).map(
          ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
        ),
      ),
    );
    reference = (await t.call<string>('GET', '/api-reference')).body;
    await t.stop();
  });
});

const operationOf = (call: string) => operations.get(call.replace(/:(\w+)/g, '{$1}'));

/** What the document shows for a part of a call. */
function shownFor({ call, part }: DeclaredPart): unknown {
  const { parameters = [], requestBody, responses } = operationOf(call) ?? { responses: {} };
  if (part === 'reply') return (responses[200] ?? responses[201])?.content?.['application/json']?.example;
  if (part === 'body') return requestBody?.content['application/json']?.example;
  const place = { params: 'path', querystring: 'query', headers: 'header' }[part];
  const shown = parameters.filter((parameter) => parameter.in === place && parameter.example !== undefined);
  return Object.fromEntries(shown.map(({ name, example }) => [name, example]));
}

describe('the examples of the API document', () => {
  it('are there for every body and every reply in JSON, and for every parameter that is needed', () => {
    const all = [...operations].flatMap(([call, { parameters = [], requestBody, responses }]) => [
      ...parameters
        .filter(({ required, example }) => required && example === undefined)
        .map(({ name }) => `${call} ${name}`),
      ...[requestBody?.content, (responses[200] ?? responses[201])?.content]
        .filter((content) => content?.['application/json'] && !('example' in content['application/json']))
        .map(() => call),
    ]);
    expect(operations.size).toBeGreaterThan(140);
    expect(all).toEqual([]);
  });

  it('are what the schemas themselves accept', () => {
    const isDocumented = ({ call }: DeclaredPart) => operationOf(call) !== undefined;
    const examples = parts.filter(isDocumented).filter((part) => shownFor(part) !== undefined);
    expect(examples.length).toBeGreaterThan(250);
    const problems = examples.flatMap((part) => {
      const read = z.safeParse(part.schema, shownFor(part));
      return read.success
        ? []
        : [`${part.call} ${part.part}: ${JSON.stringify(shownFor(part))} ${z.prettifyError(read.error)}`];
    });
    expect(problems).toEqual([]);
  });

  it('are worked out on the page, with a key for every call that takes one', () => {
    const worked = reference.match(/<pre><code>curl /g) ?? [];
    expect(worked).toHaveLength(operations.size);
    for (const bearer of ['$TOOLYARD_KEY', '$ACCESS_TOKEN', '$PROOF'])
      expect(reference).toContain(`Authorization: Bearer ${bearer}`);
  });
});
