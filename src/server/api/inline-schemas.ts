const PLACE = '#/components/schemas/';

/** An OpenAPI document with every `$ref` to a named schema replaced by the schema. No schema may name itself. */
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
