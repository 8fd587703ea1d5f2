import type { z } from 'zod/mini';
import type { apiTagTexts } from '#texts/api.ts';
import type { ErrorCode } from './app-error.ts';
import type { ScopeOfCall } from './scopes.ts';

/** Who may make a call: everyone, signed-in users, staff (including admins), or admins. */
export type Access = 'public' | 'user' | 'staff' | 'admin';

type Schema = z.ZodMiniType;

type Part = 'params' | 'query' | 'headers' | 'body';

/** One call of the API, declared once: its route, the pages' client and the API's document are derived from
 * it. */
export type Call = { [part in Part]?: Schema } & {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  access: Access;
  /** The token that a public call checks itself, if any. */
  bearer?: 'accessTokenOrNone' | 'proof' | 'proofOrNone';
  reply: Schema;
  /** The media type of a reply that is a file, sent as written; JSON if left out. */
  media?:
    | 'text/csv'
    | 'application/pdf'
    | 'application/rss+xml'
    | 'application/zip'
    | 'image/webp'
    | 'application/octet-stream';
  /** The status of a success, if not 200. */
  status?: 201 | 202;
  /** Error codes beyond those that follow from the call's access, rate limit and input. */
  errors?: ErrorCode[];
  tag: keyof typeof apiTagTexts;
  /** What an API key needs for it, if that does not follow from its tag and method (`scopeOf`). */
  scope?: ScopeOfCall;
  operationId: string;
  summary: string;
  description?: string;
};

/** The parts that a call must be sent with, each as its schema's input. Headers may be left out. */
export type CallInput<C extends Call> = {
  [part in keyof C & Exclude<Part, 'headers'>]: C[part] extends Schema ? z.input<C[part]> : never;
};

/** A part of a request as its schema outputs it; `unknown` if the call takes none. */
export type Parsed<C extends Call, P extends Part> = C[P] extends Schema ? z.output<C[P]> : unknown;

export type Reply<C extends Call> = z.output<C['reply']>;
