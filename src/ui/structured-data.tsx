/** JSON-LD, made on the server only (`import.meta.env.SSR && …`). Belongs behind what
 * is seen, which it would hold up. */
export function StructuredData({ data }: { data: object | false }) {
  return (
    <script type="application/ld+json" suppressHydrationWarning>
      {data ? toSafeJson(data) : ''}
    </script>
  );
}

/** JSON in which no text can end the element that it stands in. */
export function toSafeJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
