import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const tokens = read('src/ui/styles/tokens.css');
const page = read('docs/design.md');

/** Every colour token as hexadecimal digits, in the light and the dark theme. */
const colours = new Map(
  [...tokens.matchAll(/--color-([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g)].map(
    ([, name = '', light, dark, both = '']) => [name, [light ?? both, dark ?? both] as const],
  ),
);

/** Relative luminance (WCAG 2.2), from 0 to 1. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio (WCAG 2.2), from 1 to 21. */
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function contrastOf(front: string, ground: string): number[] {
  const [fronts, grounds] = [colours.get(front), colours.get(ground)];
  if (!fronts || !grounds) throw new Error(`No such colour: ${front} on ${ground}`);
  return [contrast(fronts[0], grounds[0]), contrast(fronts[1], grounds[1])];
}

describe('the contrasts listed in docs/design.md', () => {
  const rows = [...page.matchAll(/^\| `([\w-]+)` on `([\w-]+)` \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|/gm)];

  it('are more than fifteen', () => {
    expect(rows.length).toBeGreaterThan(15);
  });

  it.each(rows.map(([, front = '', ground = '', ...figures]) => [front, ground, ...figures.map(Number)]))(
    '%s on %s: %f in the light theme, %f in the dark, at least %f',
    (front, ground, light, dark, least) => {
      const found = contrastOf(String(front), String(ground));
      expect(found.map((ratio) => Math.floor(ratio * 10) / 10)).toEqual([light, dark]);
      for (const ratio of found) expect(ratio).toBeGreaterThanOrEqual(Number(least));
    },
  );
});

describe('a screen uses tokens only:', () => {
  const screens = globSync(['src/{app,ui}/**/*.{ts,tsx}', 'src/features/*/web/**/*.{ts,tsx}'], {
    cwd: folder,
  }).filter((path) => !path.includes('.test.'));
  // theme.ts has the paper colour for a phone's browser bar; theme.test.ts compares it with the token.
  const painted = screens.filter((path) => path !== 'src/ui/theme.ts');
  const styles = globSync('src/{app,ui}/**/*.css', { cwd: folder }).filter(
    (path) => !path.endsWith('/tokens.css'),
  );

  /** The matches of a pattern, as 'path: what'. */
  const found = (paths: string[], pattern: RegExp) =>
    paths.flatMap((path) => [...read(path).matchAll(pattern)].map(([what]) => `${path}: ${what}`));

  it('no arbitrary value in a class', () => {
    expect(found(screens, /(?<![\w-])-?[a-z]+(?:-[a-z]+)*-\[[^\]\s'"`]+\](?!:)/g)).toEqual([]);
  });

  it('no arbitrary property in a class', () => {
    expect(found(screens, /(?<=['"\s:])\[[a-z-]+:[^\]\s]+\]/g)).toEqual([]);
  });

  it('no literal colour', () => {
    expect(
      found([...painted, ...styles], /#[0-9a-f]{6}\b|#[0-9a-f]{3}\b(?=[;"' ])|\b(?:rgb|hsl|oklch)a?\(/gi),
    ).toEqual([]);
  });

  it('no spacing step or size without a name', () => {
    const named = new Set(
      [...tokens.matchAll(/--spacing-([\w-]+):/g)].map(([, name = '']) => name.replace('_', '.')),
    );
    const measured =
      /(?<![\w-])-?(?:[mp][xytblrse]?|gap(?:-[xy])?|(?:min-|max-)?[wh]|size|basis|inset(?:-[xy])?|top|left|right|bottom|scroll-[mp][tb]?)-(\d+(?:\.\d)?)(?=['"\s`])/g;
    const steps = screens.flatMap((path) =>
      [...read(path).matchAll(measured)].map(([what, step = '']) => ({ what: `${path}: ${what}`, step })),
    );
    expect(steps.length).toBeGreaterThan(500);
    expect(steps.filter(({ step }) => !named.has(step)).map(({ what }) => what)).toEqual([]);
  });

  it('no gap, margin or padding outside the spacing steps', () => {
    const steps = new Set([...tokens.matchAll(/--spacing-\w+: (\d+px);/g)].map(([, step]) => step));
    const spaces = styles.flatMap((path) =>
      [...read(path).matchAll(/^ *(?:[\w-]*gap|margin|padding)[\w-]*: (.+);$/gm)].flatMap(([, value = '']) =>
        [...value.matchAll(/(?<![\d.])\d+px/g)].map(([length]) => ({ path, length })),
      ),
    );
    expect(spaces.length).toBeGreaterThan(20);
    expect(spaces.filter(({ length }) => !steps.has(length))).toEqual([]);
  });

  it('no literal duration', () => {
    // Values that mean no animation, for reduced motion.
    const none = /0\.01ms|duration: 0s/;
    expect(found(styles, /^.*(?<![\w.-])[\d.]+m?s\b.*$/gm).filter((line) => !none.test(line))).toEqual([]);
  });
});
