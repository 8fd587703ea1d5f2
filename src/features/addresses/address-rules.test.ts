import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AddressPart,
  fieldsOf,
  findAddressProblems,
  formatAddress,
  formatAddressLine,
  linesOf,
  type PostalParts,
} from './address-rules.ts';
import { addressChangeSchema } from './contract.ts';
import { listCountries } from './country-rules.ts';
import { placeOfWritten } from './written-place.ts';

const empty = { company: '', line1: '', line2: '', district: '', city: '', region: '', postalCode: '' };
const address = (parts: Partial<PostalParts> & { country: string }): PostalParts => ({
  ...empty,
  name: 'Ada Joiner',
  ...parts,
});

const countries = listCountries().map(({ country }) => country);
const parts: AddressPart[] = ['line1', 'line2', 'district', 'city', 'region', 'postalCode'];

/** Where the country comes first, a real postal code after it identifies it. */
const realCodes: Record<string, string> = { CN: '100027', JP: '100-0001' };

/** An address with every part that its country uses, each a unique word. */
const fullAddress = fc
  .tuple(
    fc.constantFrom(...countries),
    fc.uniqueArray(fc.stringMatching(/^[a-z]{3,12}$/), { minLength: 8, maxLength: 8 }),
  )
  .map(([country, [name = '', company = '', ...words]]) => {
    const written = fieldsOf(country).map(({ part }) => [
      part,
      (part === 'postalCode' && realCodes[country]) || (words[parts.indexOf(part)] ?? ''),
    ]);
    return address({ country, name, company, ...Object.fromEntries(written) });
  });

describe('an address in its country’s format', () => {
  it.each([
    [
      address({
        country: 'US',
        line1: '12 Workshop Lane',
        line2: 'Unit 4',
        city: 'Springfield',
        region: 'IL',
        postalCode: '62701',
      }),
      'Ada Joiner\n12 Workshop Lane\nUnit 4\nSPRINGFIELD, IL 62701\nUNITED STATES',
    ],
    [
      address({
        country: 'DE',
        company: 'Tischlerei Joiner',
        line1: 'Werkstraße 12',
        city: 'Jena',
        postalCode: '07743',
      }),
      'Ada Joiner\nTischlerei Joiner\nWerkstraße 12\n07743 Jena\nGERMANY',
    ],
    [
      address({ country: 'GB', line1: '12 Workshop Lane', city: 'Leeds', postalCode: 'LS1 4AP' }),
      'Ada Joiner\n12 Workshop Lane\nLEEDS\nLS1 4AP\nUNITED KINGDOM',
    ],
    [
      address({
        country: 'JP',
        line1: '1-1 Chiyoda',
        city: 'Chiyoda-ku',
        region: 'Tokyo',
        postalCode: '100-0001',
      }),
      'JAPAN\n100-0001 Tokyo Chiyoda-ku\n1-1 Chiyoda\nAda Joiner',
    ],
    [
      address({
        country: 'KR',
        line1: '110 Sejong-daero',
        district: 'Jung-gu',
        city: 'Jung',
        region: 'Seoul',
        postalCode: '04524',
      }),
      'Seoul Jung Jung-gu\n110 Sejong-daero\nAda Joiner\n04524\nSOUTH KOREA',
    ],
    [
      address({
        country: 'SE',
        company: 'Joiner AB',
        line1: 'Verkgatan 12',
        city: 'Lund',
        postalCode: '223 50',
      }),
      'Joiner AB\nAda Joiner\nVerkgatan 12\n223 50 LUND\nSWEDEN',
    ],
    [
      address({ country: 'HK', line1: '8 Connaught Rd', city: 'Central', region: 'Hong Kong Island' }),
      'Ada Joiner\n8 Connaught Rd\nCentral\nHONG KONG ISLAND\nHONG KONG SAR CHINA',
    ],
  ])('%j', (given, written) => {
    expect(formatAddress(given)).toBe(written);
    expect(findAddressProblems(given)).toEqual([]);
  });

  it('contains each typed part once and no other field, in every country', () => {
    fc.assert(
      fc.property(fullAddress, (given) => {
        const typed = [given.name, given.company, ...parts.map((part) => given[part])].filter(Boolean);
        for (const text of [formatAddress(given), formatAddressLine(given)]) {
          const words = text.toLowerCase().split(/[\s,]+/);
          for (const word of typed) expect(words.filter((each) => each === word)).toEqual([word]);
        }
        expect(linesOf(given).every((line) => line !== '' && !line.endsWith(','))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('fits on the one line of an order with parts of maximum length', () => {
    const longest = {
      name: 70,
      company: 70,
      line1: 80,
      line2: 60,
      district: 40,
      city: 60,
      region: 40,
      postalCode: 16,
    };
    for (const country of countries) {
      const fields = [
        'name',
        'company',
        ...fieldsOf(country).map(({ part }) => part),
      ] as (keyof typeof longest)[];
      const full = Object.fromEntries(fields.map((field) => [field, 'ß'.repeat(longest[field])]));
      expect(addressChangeSchema.safeParse({ country, ...full }).success).toBe(true);
      expect(formatAddressLine(address({ country, ...full })).length).toBeLessThanOrEqual(500);
      const tooLong = Object.keys(full).filter(
        (field) => addressChangeSchema.safeParse({ country, ...full, [field]: `${full[field]}ß` }).success,
      );
      expect(tooLong).toEqual([]);
    }
  });
});

describe('a country’s format', () => {
  const formOf = (country: string) =>
    fieldsOf(country).map(({ part, label, isRequired }) => `${part}: ${label}${isRequired ? ' *' : ''}`);

  it('has the fields of the country, in its order and with its labels', () => {
    expect(formOf('US').slice(2)).toEqual(['city: City *', 'region: State *', 'postalCode: ZIP code *']);
    expect(formOf('GB').slice(2)).toEqual(['city: City *', 'postalCode: Postcode *']);
    expect(formOf('DE').slice(2)).toEqual(['postalCode: Postal code *', 'city: City *']);
    expect(formOf('IE').slice(2)).toEqual(['city: City *', 'region: County', 'postalCode: Eircode']);
    expect(formOf('JP')).toEqual([
      'postalCode: Postal code *',
      'region: Prefecture *',
      'city: City *',
      'line1: Street address *',
      'line2: Apartment, suite, unit, or floor',
    ]);
    expect(formOf('SG').map((field) => field.split(':')[0])).toEqual(['line1', 'line2', 'postalCode']);
  });

  it('asks for a street in every country, and for no part twice', () => {
    for (const country of countries) {
      const form = fieldsOf(country).map(({ part }) => part);
      expect([country, new Set(form).size, form.includes('line1')]).toEqual([country, form.length, true]);
    }
  });
});

describe('problems of an address', () => {
  const problems = (given: Partial<PostalParts> & { country: string }) =>
    findAddressProblems(address({ line1: '12 Workshop Lane', ...given })).map(
      ({ field, message }) => `${field}: ${message}`,
    );
  const springfield = { country: 'US', city: 'Springfield', region: 'IL', postalCode: '62701' };

  it.each([
    [springfield, []],
    [{ ...springfield, region: '\u200b' }, ['region: State is required']],
    [
      { ...springfield, city: '', postalCode: '' },
      ['city: City is required', 'postalCode: ZIP code is required'],
    ],
    [{ ...springfield, postalCode: '627O1' }, ['postalCode: ZIP code isn’t valid for the United States']],
    [{ ...springfield, district: 'Loop' }, ['district: An address in the United States has no district']],
    [
      { country: 'AE', city: '', region: 'Dubai', postalCode: '1' },
      ['postalCode: An address in the United Arab Emirates has no postal code'],
    ],
    [{ country: 'ZZ' }, ['country: Choose a country from the list']],
    [{ country: 'toString' }, ['country: Choose a country from the list']],
  ])('%j', (given, expected) => {
    expect(problems(given)).toEqual(expected);
  });
});

const countryOfWritten = (address: string) => placeOfWritten(address, null).country ?? undefined;

describe('the country of an address', () => {
  it('is found in every address that the shop formats', () => {
    fc.assert(
      fc.property(fullAddress, (full) => {
        expect(countryOfWritten(formatAddress(full))).toBe(full.country);
        const read = full.country === 'GE' ? undefined : full.country;
        expect(countryOfWritten(formatAddressLine(full))).toBe(read);
      }),
    );
  });

  it.each([
    ['8 Plumb Line, Reno', undefined],
    ['Hobelweg 8, 10115 Berlin, germany ', 'DE'],
    ['Germany', 'DE'],
    ['8 Plumb Line, Germany, TX', undefined],
    ['8 Plumb Line, Atlanta, Georgia', undefined],
    ['1 Plumb Lane, Leeds, UK', 'GB'],
    ['1 Plumb Lane\nCardiff\nWales', 'GB'],
    ['Hobelweg 8, 10115 Berlin, Deutschland', 'DE'],
    ['Sokak 3, Istanbul, Turkey', 'TR'],
    ['Calle 3, Madrid, ESPAÑA', 'ES'],
    ['Japan, 100-0001 Tokyo Chiyoda, Workshop Lane 1', 'JP'],
    ['Japan, Workshop Lane 1', undefined],
    ['12 Main St\nHolland\nMI 49423', 'US'],
    ['12 Main St, Holland, MI 49423', 'US'],
  ])('is read from %s', (written, country) => expect(countryOfWritten(written)).toBe(country));

  it.each([
    ['Hobelweg 8, 25992 List, Germany', 'US', 'DE', '25992'],
    ['1 High St\nLondon\nSW1A 1AA\nEngland', null, 'GB', 'SW1A 1AA'],
    ['Weg 1, 1012 AB Amsterdam, Holland', null, 'NL', '1012 AB'],
    ['12345 Main St, Juneau, AK 99801-1234', 'US', 'US', '99801-1234'],
    ['Ada Joiner, 12345 Main St, Reno', 'US', 'US', null],
    ['Ada Joiner, 1200 Sunset Rd, Sydney NSW', 'AU', 'AU', null],
    ['Weg 1, 10115 Berlin, 20095 Hamburg', 'DE', 'DE', null],
    ['8 Plumb Line', null, null, null],
  ])('and its postal code, if unambiguous, from %j', (written, home, country, postcode) =>
    expect(placeOfWritten(written, home)).toMatchObject({ country, postcode }),
  );
});
