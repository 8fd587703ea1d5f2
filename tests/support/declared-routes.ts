import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { z } from 'zod';

/** A part of a request or a reply that a call declares, such as `POST /orders` `body`, and its schema. */
export type DeclaredPart = { call: string; part: string; schema: z.core.$ZodType };

const INPUTS = ['params', 'querystring', 'headers', 'body'] as const;
const CREATED = 'fastify.initialization';

/** The inputs declared by every application that is built while `build` runs; HEAD is the same as GET. */
export async function declaredInputs(build: () => Promise<unknown>): Promise<DeclaredPart[]> {
  const parts: DeclaredPart[] = [];
  await noteRoutes(({ method, url, schema }) => {
    for (const part of INPUTS) {
      const declared = schema?.[part];
      if (declared) parts.push({ call: `${method} ${url}`, part, schema: declared as z.core.$ZodType });
    }
  }, build);
  return parts;
}

/** The same, and the JSON replies of success. */
export async function declaredParts(build: () => Promise<unknown>): Promise<DeclaredPart[]> {
  const replies: DeclaredPart[] = [];
  const note = ({ method, url, schema }: RouteOptions) => {
    const { 200: ok, 201: created = ok } = (schema?.response ?? {}) as Record<number, object | undefined>;
    if (created && '_zod' in created)
      replies.push({ call: `${method} ${url}`, part: 'reply', schema: created as z.core.$ZodType });
  };
  const inputs = await declaredInputs(() => noteRoutes(note, build));
  return [...inputs, ...replies];
}

async function noteRoutes(note: (route: RouteOptions) => void, build: () => Promise<unknown>): Promise<void> {
  const noteOnce = (route: RouteOptions) => route.method !== 'HEAD' && note(route);
  const listen = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => void noteOnce(route));
  };
  subscribe(CREATED, listen);
  try {
    await build();
  } finally {
    unsubscribe(CREATED, listen);
  }
}
