import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { z } from 'zod';

/** A part of a request that a call declares, such as `POST /orders` `body`, and its schema. */
export type DeclaredInput = { call: string; part: string; schema: z.core.$ZodType };

const PARTS = ['params', 'querystring', 'headers', 'body'] as const;
const CREATED = 'fastify.initialization';

/** The inputs declared by every application that is built while `build` runs; HEAD is the same as GET. */
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
