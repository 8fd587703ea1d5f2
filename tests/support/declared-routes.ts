import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { z } from 'zod';

/** A part of a request that a call declares, such as `POST /orders` `body`, and
 * the schema that it is read by. */
export type DeclaredInput = { call: string; part: string; schema: z.core.$ZodType };

const PARTS = ['params', 'querystring', 'headers', 'body'] as const;
const CREATED = 'fastify.initialization';

/** What every application declares that is built while `build` runs; HEAD is as GET. */
export async function declaredInputs(build: () => Promise<unknown>): Promise<DeclaredInput[]> {
  const inputs: DeclaredInput[] = [];
  const note = ({ method, url, schema }: RouteOptions) => {
    if (method === 'HEAD') return;
    for (const part of PARTS) {
      const declared = schema?.[part];
      if (declared) inputs.push({ call: `${method} ${url}`, part, schema: declared as z.core.$ZodType });
    }
  };
  const listen = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', note);
  };
  subscribe(CREATED, listen);
  try {
    await build();
  } finally {
    unsubscribe(CREATED, listen);
  }
  return inputs;
}
