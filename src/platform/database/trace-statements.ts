import type pg from 'pg';
import { type Span, type SpanStart, spanUnderWay } from '#platform/span.ts';

const TABLE = /\b(?:from|into|update) "?([a-z_]+(?:"?\."?[a-z_]+)?)/i;
const FUNCTION = /^select ([a-z_.]+)\(/i;

type Query = (...args: unknown[]) => unknown;

/** Gives each statement a span beneath what it is made for, with its text, which
 * holds `$1` in place of values. */
export function traceStatements(client: pg.PoolClient): void {
  const query: Query = client.query.bind(client);
  const traced: Query = (...args) => {
    const parent = spanUnderWay();
    const text = parent && textOf(args[0]);
    if (!parent || text === undefined) return query(...args);
    return endWithAnswer(parent.open(describeStatement(text)), query, args);
  };
  Object.assign(client, { query: traced });
}

function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  const isConfig = typeof statement === 'object' && statement !== null && 'text' in statement;
  return isConfig && typeof statement.text === 'string' ? statement.text : undefined;
}

/** The driver answers by a promise, or to the function that comes last. */
function endWithAnswer(span: Span, query: Query, args: unknown[]): unknown {
  const answer = args.at(-1);
  if (typeof answer === 'function') {
    return query(...args.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
      span.end(error ?? undefined);
      answer(error, ...rest);
    });
  }
  const result = query(...args);
  if (result instanceof Promise)
    result.then(
      () => span.end(),
      (error: unknown) => span.end(error),
    );
  else span.end();
  return result;
}

/** Named by what it does to which table first (OpenTelemetry's semantic conventions for database calls). */
function describeStatement(text: string): SpanStart {
  const oneLine = text.replace(/\s+/g, ' ').trim();
  const [verb = 'statement'] = /^\w+/.exec(oneLine) ?? [];
  const [, table = ''] = TABLE.exec(oneLine) ?? FUNCTION.exec(oneLine) ?? [];
  const name = `${verb.toLowerCase()} ${table.replaceAll('"', '')}`.trim();
  return {
    name,
    kind: 'client',
    facts: { 'db.system.name': 'postgresql', 'db.query.text': oneLine, 'db.query.summary': name },
  };
}
