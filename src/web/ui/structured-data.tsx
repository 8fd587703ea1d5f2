/**
 * What a page says to machines, as schema.org data in JSON-LD, for who reads it as the server sent it: the scripts leave
 * that as it is. `data` is made on the server only (`import.meta.env.SSR && …`), so that no script carries what makes
 * it. Belongs behind what is seen, which it would otherwise hold up.
 */
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
