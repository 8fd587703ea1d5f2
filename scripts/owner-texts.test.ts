import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultDetails, defaultHours, defaultName } from '#features/shop-settings/texts/defaults.ts';

const root = join(import.meta.dirname, '..');
const DEFAULTS = 'src/features/shop-settings/texts/defaults.ts';

/** Where the name is the software's own, or of a drawing, and nobody who keeps a shop would change it. */
const namesTheSoftware = [
  // What the wordmark's lettering spells.
  'src/texts/shop.ts',
  'src/server/run-shop.ts',
  'src/server/api/openapi.ts',
  'src/platform/identity/embedded/accounts-engine.ts',
  'src/platform/config/email-settings.ts',
  'src/features/invoices/drawing/draw-invoice.ts',
];

/** Every text that an owner may change, as the shop begins with it. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const sources = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.includes('.test.') && file !== DEFAULTS)
  .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }));

// The look is no text. One that is shorter ('Machines') may well be a word of something else.
const { look: _, ...sections } = defaultDetails(defaultName, defaultHours);
const ownersTexts = textsOf(sections).filter((text) => text.length > 12 || /\d/.test(text));

it('no text of the owner’s stands in source but as a default', () => {
  expect(ownersTexts.length).toBeGreaterThan(40);
  const found = sources.flatMap(({ file, source }) =>
    ownersTexts.filter((text) => source.includes(text)).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

it('nor does the year of the copyright', () => {
  expect(sources.filter(({ source }) => /©\s*\d/.test(source)).map(({ file }) => file)).toEqual([]);
});

it('nor does the shop’s name', () => {
  const named = sources.filter(({ source }) => source.includes(defaultName)).map(({ file }) => file);
  expect(named.sort()).toEqual([...namesTheSoftware].sort());
});
