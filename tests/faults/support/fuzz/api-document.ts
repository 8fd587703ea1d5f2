import { z } from 'zod';
import { inlineSchemas } from '#server/api/api-reference.ts';

/** The parts of JSON Schema that the shop's document uses. */
export type JsonSchema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
};

/** One input other than the body: its location and schema. */
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
};

/** One operation of the document. */
export type Operation = {
  /** `POST /orders`. */
  name: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: JsonSchema | undefined;
  /** Whether it takes a form with a file. */
  takesFile: boolean;
  /** The allowed answers per declared status: schemas by media type; empty for an answer without a body. */
  replies: Map<number, Map<string, z.ZodType>>;
};

type ReplyBody = { content?: Record<string, { schema: JsonSchema }> };
type Described = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, ReplyBody>;
};
type ApiDocument = { paths: Record<string, Record<string, Described>> };

/** Reads all operations from `/openapi.json` as the shop serves it. */
export async function readOperations(origin: string): Promise<Operation[]> {
  const response = await fetch(`${origin}/openapi.json`);
  const { paths } = inlineSchemas((await response.json()) as ApiDocument);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters: described.parameters ?? [],
      body: described.requestBody?.content['application/json']?.schema,
      takesFile: 'multipart/form-data' in (described.requestBody?.content ?? {}),
      replies: new Map(
        Object.entries(described.responses).map(([status, reply]) => [Number(status), readReply(reply)]),
      ),
    })),
  );
}

function readReply({ content = {} }: ReplyBody): Map<string, z.ZodType> {
  return new Map(
    Object.entries(content).map(([type, { schema }]) => [
      type,
      z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]),
    ]),
  );
}
