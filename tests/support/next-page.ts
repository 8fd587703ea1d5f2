/** The path of a list's next page, from the `Link` header of a reply; `undefined` on the last page. */
export function nextPage(headers: Headers): string | undefined {
  return /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
}

/** Reads a list to its end, from the address of its first page. */
export async function readPages<Row>(
  get: (path: string) => Promise<{ body: Row[]; headers: Headers }>,
  first: string,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let path: string | undefined = first; path; ) {
    const { body, headers } = await get(path);
    rows.push(...body);
    path = nextPage(headers);
  }
  return rows;
}
