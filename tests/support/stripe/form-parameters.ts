/** Parameters as transmitted: texts, in maps and numbered lists. */
export type WireParameters = { [name: string]: string | WireParameters };

/** Parses `metadata[order]=7&expand[0]=charge` into `{ metadata: { order: '7' }, expand: { 0: 'charge' }
 * }`. */
export function readForm(form: string): WireParameters {
  const parameters: WireParameters = Object.create(null);
  for (const [name, value] of new URLSearchParams(form)) {
    const [first = '', ...rest] = name.split(/\]?\[|\]$/).filter((part, at) => at === 0 || part !== '');
    put(parameters, first, rest, value);
  }
  return parameters;
}

function put(into: WireParameters, name: string, [next, ...rest]: string[], value: string): void {
  if (next === undefined) {
    if (name in into) throw new Error(`${name} is given twice`);
    into[name] = value;
    return;
  }
  into[name] ??= Object.create(null) as WireParameters;
  const inner = into[name];
  if (typeof inner === 'string') throw new Error(`${name} is a text and a map`);
  put(inner, next, rest, value);
}
