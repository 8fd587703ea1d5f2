import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultDetails, defaultHours, defaultName } from '#features/shop-details/texts/defaults.ts';

const root = join(import.meta.dirname, '..');
const DEFAULTS = 'src/features/shop-details/texts/defaults.ts';

/** Files where the name belongs to the software or a drawing, so that an owner would not change it. */
const namesTheSoftware = [
  // The word in the wordmark's lettering.
  'src/texts/shop.ts',
  'src/server/run-shop.ts',
  'src/server/api/openapi.ts',
  'src/platform/config/email-settings.ts',
  'src/features/invoices/drawing/draw-invoice.ts',
];

/** Every text in a default value that an owner may change. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const sources = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.includes('.test.') && file !== DEFAULTS)
  .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }));

// The look is not a text. Short texts ('Machines') may be words with another meaning.
const { look: _, ...sections } = defaultDetails(defaultName, defaultHours);
const ownersTexts = textsOf(sections).filter((text) => text.length > 12 || /\d/.test(text));

it('no owner’s text appears in source except as a default', () => {
  expect(ownersTexts.length).toBeGreaterThan(40);
  const found = sources.flatMap(({ file, source }) =>
    ownersTexts.filter((text) => source.includes(text)).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

it('no copyright year appears in source', () => {
  expect(sources.filter(({ source }) => /©\s*\d/.test(source)).map(({ file }) => file)).toEqual([]);
});

it('the shop’s name appears in source only where it means the software', () => {
  const named = sources.filter(({ source }) => source.includes(defaultName)).map(({ file }) => file);
  expect(named.sort()).toEqual([...namesTheSoftware].sort());
});
