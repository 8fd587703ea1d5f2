/** The path of a list's next page, from the `Link` header of a reply; `undefined` on the last page. */
export function nextPage(headers: Headers): string | undefined {
  return /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
}
