/** Endings of plurals with those of their singulars. Whole words among them make no rule, and longer words
 * end in them too: 'sawteeth', 'workmen'. Many of the words made by these do not exist: callers keep those
 * that their catalogue has. */
const endings: readonly (readonly [plural: string, singular: string])[] = [
  ...['ch', 'sh', 's', 'x', 'z', 'o'].map((end) => [`${end}es`, end] as const),
  ['ses', 'sis'],
  ['xes', 'xis'],
  ['ies', 'y'],
  ['ves', 'f'],
  ['ves', 'fe'],
  ['ices', 'ix'],
  ['ices', 'ex'],
  ['feet', 'foot'],
  ['teeth', 'tooth'],
  ['geese', 'goose'],
  ['mice', 'mouse'],
  ['men', 'man'],
  ['children', 'child'],
  ['people', 'person'],
  ['radii', 'radius'],
  ['nuclei', 'nucleus'],
  ['styli', 'stylus'],
  ['tori', 'torus'],
  ['foci', 'focus'],
];

/** Shorter words have no plural `s`: abbreviations, and units. */
const SHORTEST = 3;

/** Part numbers and sizes have no plural. */
const isWord = (text: string) => text.length >= 2 && /^\p{L}+$/u.test(text);

/** A word and its possible singulars, if it is a plural: 'axes' may be of 'axe', 'ax', and 'axis'. */
export function singularsOf(text: string): string[] {
  if (!isWord(text)) return [text];
  const forms = [text];
  if (text.length > SHORTEST && text.endsWith('s') && !text.endsWith('ss')) forms.push(text.slice(0, -1));
  for (const [plural, singular] of endings)
    if (text.endsWith(plural)) forms.push(text.slice(0, -plural.length) + singular);
  return forms;
}

/** A word with its possible singulars and plurals. */
export function wordForms(text: string): string[] {
  if (!isWord(text)) return [text];
  const forms = singularsOf(text);
  const plurals = forms.flatMap((form) => [
    ...(form.length >= SHORTEST && !form.endsWith('s') ? [`${form}s`] : []),
    ...endings.flatMap(([plural, singular]) =>
      form.endsWith(singular) ? form.slice(0, -singular.length) + plural : [],
    ),
  ]);
  return [...new Set([...forms, ...plurals])];
}

/** Whether two words are the same, in singular or plural: 'axes' and 'axis' are, 'axe' and 'axis' are not. */
export function isSameWord(one: string, other: string): boolean {
  const singulars = singularsOf(other);
  return singularsOf(one).some((form) => singulars.includes(form));
}
