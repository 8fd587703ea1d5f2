import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listStates, statesOfCode } from '#features/addresses/state-rules.ts';
import { statesOfZip, usStates } from '#features/addresses/us-states.ts';
import { regionSchema } from './managed-contract.ts';
import { findOverlap, findRegions, findTaxRegions, isUnclearIn, type Region } from './rules.ts';

const region = (name: string, change: Partial<Region> = {}): Region => ({
  ...{ id: name, name, countries: ['US'], states: [], postcodePrefixes: [], ...change },
});
const in_ = (regions: Region[], country: string, postcode: string, state?: string) =>
  findRegions(regions, { country, postcode, ...(state && { state }) }).map(({ name }) => name);

describe('a region', () => {
  it('can be a range of postal codes', () => {
    const ohio = region('Ohio', { postcodePrefixes: ['430-458'] });
    for (const zip of ['43004', '44115', '45899-0001']) expect(in_([ohio], 'US', zip)).toEqual(['Ohio']);
    for (const zip of ['42999', '45900', '04400', '']) expect(in_([ohio], 'US', zip)).toEqual([]);
    const highlands = region('Highlands', {
      countries: ['GB'],
      postcodePrefixes: ['IV1-IV28', 'KW1 – KW14'],
    });
    for (const code of ['IV1 1AA', 'IV28 3AA', 'KW14 7AB'])
      expect(in_([highlands], 'GB', code)).toHaveLength(1);
    for (const code of ['IV30 1AA', 'KW15 1AA', 'I1 1AA']) expect(in_([highlands], 'GB', code)).toEqual([]);
    const tokyo = region('Tokyo', { countries: ['JP'], postcodePrefixes: ['100-0001', '101-103'] });
    expect([in_([tokyo], 'JP', '100-0001'), in_([tokyo], 'JP', '１０２０００１')]).toEqual([
      ['Tokyo'],
      ['Tokyo'],
    ]);
    expect(in_([tokyo], 'JP', '100-0002')).toEqual([]);
    const riga = region('Riga', { countries: ['LV'], postcodePrefixes: ['10'] });
    expect(in_([riga], 'LV', 'LV-1050')).toEqual(['Riga']);
  });

  it('holds exactly the codes within its range', () => {
    const three = fc.integer({ min: 0, max: 999 });
    const written = (number: number, digits: number) => String(number).padStart(digits, '0');
    fc.assert(
      fc.property(three, three, fc.integer({ min: 0, max: 99_999 }), (one, other, zip) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const range = region('range', { postcodePrefixes: [`${written(from, 3)}-${written(to, 3)}`] });
        const start = Math.floor(zip / 100);
        expect(in_([range], 'US', written(zip, 5)).length > 0).toBe(start >= from && start <= to);
      }),
    );
  });

  it('can be states and provinces, matched by their postal codes', () => {
    const eastern = region('Eastern', {
      countries: ['US', 'CA', 'AU'],
      states: ['US-NY', 'CA-ON', 'CA-QC', 'AU-NSW'],
    });
    for (const [country, code] of [
      ['US', '10118'],
      ['CA', 'M5X 1A9'],
      ['CA', 'H2X 1Y4'],
      ['AU', '2000'],
    ] as const)
      expect(in_([eastern], country, code)).toEqual(['Eastern']);
    for (const [country, code] of [
      ['US', '94110'],
      ['CA', 'V5K 0A1'],
      ['AU', '3000'],
      ['AU', '2600'],
    ] as const)
      expect(in_([eastern], country, code)).toEqual([]);
    // Fishers Island belongs to New York but has a Connecticut ZIP code.
    expect(in_([eastern], 'US', '06390', 'NY')).toEqual(['Eastern']);
    expect(in_([eastern], 'US', '06390', 'CT')).toEqual([]);
  });

  it('precedes wider ones: a postal code before its state, a state before its country', () => {
    const regions = [
      region('everywhere', { countries: [] }),
      region('USA'),
      region('New York', { states: ['US-NY'] }),
      region('Manhattan', { postcodePrefixes: ['100-102'] }),
      region('Empire State Building', { postcodePrefixes: ['10118'] }),
    ];
    expect(in_(regions, 'US', '10118')).toEqual([
      ...['Empire State Building', 'Manhattan', 'New York', 'USA', 'everywhere'],
    ]);
    expect(in_(regions, 'US', '14201')).toEqual(['New York', 'USA', 'everywhere']);
    expect(findOverlap(regions)).toBeUndefined();
    expect(isUnclearIn(regions, { country: 'US', postcode: null })).toBe(true);
    expect(isUnclearIn(regions, { country: 'DE', postcode: null })).toBe(false);
  });

  it.each([
    [{ states: ['US-NY'] }, { states: ['US-CA', 'US-NY'] }, true],
    [{ states: ['US-NY'] }, { states: ['US-CA'] }, false],
    [{ states: ['US-NY'] }, { postcodePrefixes: ['100'] }, false],
    [{ postcodePrefixes: ['430-458'] }, { postcodePrefixes: ['458'] }, true],
    [{ postcodePrefixes: ['430-458'] }, { postcodePrefixes: ['450-460'] }, true],
    [{ postcodePrefixes: ['458-458'] }, { postcodePrefixes: ['458-460'] }, true],
    [{ postcodePrefixes: ['IV1-IV9'] }, { postcodePrefixes: ['IV9-IV28'] }, true],
    [{ postcodePrefixes: ['IV1-IV28'] }, { postcodePrefixes: ['IV3-IV4'] }, true],
    [{ postcodePrefixes: ['IV1-IV28'] }, { postcodePrefixes: ['IV2'] }, true],
    [{ postcodePrefixes: ['IV10-IV28'] }, { postcodePrefixes: ['IV2-IV9'] }, false],
    [{ postcodePrefixes: ['430-458'] }, { postcodePrefixes: ['459-460', '4300'] }, false],
    [{}, {}, true],
    [{}, { countries: ['CA'] }, false],
    [{ countries: [] }, { countries: [] }, true],
  ])('%j and %j are distinguished if possible', (one, other, isOverlap) => {
    expect(findOverlap([region('one', one), region('other', other)]) !== undefined).toBe(isOverlap);
  });

  it.each([
    [['US'], [], ['430-45'], 'postcodePrefixes.0'],
    [['US'], [], ['995', 'SW1'], 'postcodePrefixes.1'],
    [['US'], [], ['1234567890'], 'postcodePrefixes.0'],
    [['US'], [], ['458-430'], 'postcodePrefixes.0'],
    [['GB'], [], ['123'], 'postcodePrefixes.0'],
    [['ES'], [], ['99'], 'postcodePrefixes.0'],
    [['HK'], [], ['1'], 'postcodePrefixes.0'],
    [['US'], ['CA-ON'], [], 'states.0'],
    [['US'], ['US-XX'], [], 'states.0'],
    [['US'], ['US-NY'], ['430-458', '995', '10118-0001', '10118'], undefined],
    [['GB'], [], ['IV1-IV28', 'SW1A', 'BT', 'SW1A 1AA', 'W1A'], undefined],
    [['CA', 'US'], ['US-NY', 'CA-ON'], ['H2', 'K1A 0', '995'], undefined],
    [['LV'], [], ['10', 'LV-1050'], undefined],
    [['NL'], [], ['1012', '1012 A', '1000-1109'], undefined],
    [['ES'], [], ['35', '38', '51001'], undefined],
    [['JP'], [], ['900', '100-0001', '1000001'], undefined],
    [['PL'], [], ['00-9', '00-950'], undefined],
    [['IE'], [], ['D02', 'D6W'], undefined],
    [['AR'], [], ['C14', '1425'], undefined],
  ])(
    'of %j with states %j and codes %j is refused if a part matches nothing',
    (countries, states, postcodePrefixes, field) => {
      const read = regionSchema.safeParse({
        ...{ _id: '01900000-0000-7000-8000-000000000001', name: 'Somewhere' },
        ...{ countries, states, postcodePrefixes },
      });
      expect(read.error?.issues[0]?.path.join('.')).toBe(field);
    },
  );
});

describe('a VAT area', () => {
  const spain = region('Spain', { countries: ['ES'] });
  const canaries = region('Canaries', { countries: ['ES'], postcodePrefixes: ['35', '38'] });
  const france = region('France', { countries: ['FR'] });
  const world = region('World', { countries: [] });
  const taxed = (regions: Region[], country: string, postcode: string) =>
    findTaxRegions(regions, { country, postcode })[0]?.name;

  it('may exclude parts of its country and include other countries', () => {
    expect(taxed([spain, france], 'ES', '28013')).toBe('Spain');
    expect(taxed([spain, france], 'ES', '35001')).toBeUndefined();
    expect(taxed([spain, canaries], 'ES', '35001')).toBe('Canaries');
    expect(taxed([spain, world], 'ES', '51001')).toBe('World');
    expect(taxed([spain, france], 'MC', '98000')).toBe('France');
    expect(taxed([france, region('Monaco', { countries: ['MC'] })], 'MC', '98000')).toBe('Monaco');
    expect(taxed([france], 'FR', '97400')).toBeUndefined();
    expect(taxed([region('UK', { countries: ['GB'] })], 'IM', 'IM1 1AA')).toBe('UK');
    expect(taxed([region('UK', { countries: ['GB'] })], 'GB', 'BT1 5GS')).toBe('UK');
  });
});

it('assigns every ZIP code to one state, except those that two share', () => {
  const shared = Array.from({ length: 1000 }, (_, start) => statesOfZip(String(start).padStart(3, '0')));
  expect(shared.filter((states) => states.length > 1).map((states) => states.join('/'))).toEqual([
    ...['CT/NY', 'AR/TX', 'ID/WY', 'HI/AS', 'GU/MP'],
  ]);
  expect(new Set(shared.flat()).size).toBe(usStates.length);
  expect(listStates.filter(({ country }) => country === 'CA')).toHaveLength(13);
  expect(
    [...'ABCEGHJKLMNPRSTVXY'].every((letter) => statesOfCode('CA', `${letter}1A 1A1`).length === 1),
  ).toBe(true);
});
