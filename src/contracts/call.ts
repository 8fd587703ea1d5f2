import type { z } from 'zod/mini';
import type { apiTagTexts } from '#texts/api.ts';
import type { ErrorCode } from './app-error.ts';

/** Who may make a call: everybody, whoever is signed in, staff (admins among them), or admins. */
export type Access = 'public' | 'user' | 'staff' | 'admin';

type Schema = z.ZodMiniType;

type Part = 'params' | 'query' | 'headers' | 'body';

/** One call of the API, declared once: the route, the client of the pages and the
 * API's document are made of it. */
export type Call = { [part in Part]?: Schema } & {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  access: Access;
  /** The token that a public call looks at by itself, where that is not none. */
  bearer?: 'accessTokenOrNone' | 'idToken' | 'session';
  reply: Schema;
  /** The type of a reply that is a file, sent as it is written; it is JSON where this is left out. */
  media?: 'text/csv' | 'application/pdf' | 'application/zip';
  /** The status of a success, where it is not 200. */
  status?: 201;
  /** Those that do not follow from its access, its limit and its having an input. */
  errors?: ErrorCode[];
  tag: keyof typeof apiTagTexts;
  operationId: string;
  summary: string;
  description?: string;
};

/** What a call must be sent with, each part as its schema takes it. What headers it takes may be left out. */
export type CallInput<C extends Call> = {
  [part in keyof C & Exclude<Part, 'headers'>]: C[part] extends Schema ? z.input<C[part]> : never;
};

/** A part of a request as its schema leaves it; `unknown` where the call takes none. */
export type Parsed<C extends Call, P extends Part> = C[P] extends Schema ? z.output<C[P]> : unknown;

export type Reply<C extends Call> = z.output<C['reply']>;
