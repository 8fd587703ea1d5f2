/** JSON-LD, rendered on the server only (`import.meta.env.SSR && …`). Place it after visible content, which
 * it would delay. */
export function StructuredData({ data }: { data: object | false }) {
  return (
    <script type="application/ld+json" suppressHydrationWarning>
      {data ? toSafeJson(data) : ''}
    </script>
  );
}

/** Serializes JSON so that no text in it can close the surrounding element. */
export function toSafeJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
