import PostalAddress, { addressFormats } from 'i18n-postal-address';
import type { AddressChange } from './contract.ts';
import { nameOfCountry } from './country-rules.ts';
import { hasKnownCodes, readPostalCode } from './postal-codes.ts';
import { stateCode } from './state-rules.ts';
import { addressErrorTexts, addressLabels, postalCodeLabels, regionLabels } from './texts.ts';

/** The parts of an address that vary by country. */
export type AddressPart = 'line1' | 'line2' | 'district' | 'city' | 'region' | 'postalCode';

/** An address without its telephone number. */
export type PostalParts = Omit<AddressChange, 'phone'>;

/** One field of a country's form. */
export type AddressField = { part: AddressPart; label: string; isRequired: boolean };

type Format = ReturnType<PostalAddress['getAddressFormat']>;

/** The library's names of the parts, with ours. */
const partOf: Record<string, AddressPart> = {
  address1: 'line1',
  dong: 'line1',
  address2: 'line2',
  addressNum: 'line2',
  gu: 'district',
  city: 'city',
  si: 'city',
  state: 'region',
  province: 'region',
  prefecture: 'region',
  region: 'region',
  do: 'region',
  postalCode: 'postalCode',
};

const capitals = (text: string) => text.toUpperCase();

/** Parses a format in short notation: lines separated by slashes, parts in the library's names; a star means
 * capitals. */
const lines = (format: string): Format =>
  format
    .split(' / ')
    .map((line) =>
      line
        .split(' ')
        .map((part) => (part.startsWith('*') ? { attribute: part.slice(1), transforms: [capitals] } : part)),
    );

const korean = lines('do si gu / address1 / address2 / companyName / givenName / postalCode / country');
const nordic = lines('companyName / givenName / address1 / address2 / postalCode *city / country');
const person = 'givenName / companyName / address1 / address2';

/** Corrected formats: the library lacks these countries' postal code or company name, repeats a part, or puts
 * the street before its district. According to Google's address data, from which the library is made. */
const corrected: Record<string, Format> = {
  CN: lines('country / postalCode / province city gu / address1 address2 / companyName / givenName'),
  KP: korean,
  KR: korean,
  NO: nordic,
  PH: lines(`${person} / gu city / postalCode state / country`),
  RU: lines(`${person} / *city / region / postalCode / country`),
  SE: nordic,
  TH: lines(`${person} / gu city / state postalCode / country`),
};

const words = (text: string) => new Set(text.split(' '));

/** Countries that require the postal code, and those that require the region (`require` in Google's address
 * data). */
const needsPostalCode = words(
  'AS AT AU AX BE BL BR CA CH CN DE DK ES FI FK FM FR GB GF GG GL GP GR GS GU HU IM IN IO IT JE JP KR LI LT LU MF MH MP MQ MX MY NC NL NO NZ PF PL PM PN PR PT PW RE SE SG SH SJ SM SZ TC TR TW UA UM US VI WF YT ZA',
);
const needsRegion = words('AE AS AU BR CA CN ES FM HK IN IT JP KR MH MP MX PF PW TW UM US VI');

const postalCodeNames: [string, Set<string>][] = [
  ['zip', words('AS FM GU MH MP PH PR PW UM US VI')],
  ['postcode', words('AU FK GB GG GI GS IM IO JE MY NZ PN SH TC')],
  ['pin', words('IN')],
  ['eircode', words('IE')],
];

/** Names of the region where the library's differs from the country's. */
const regionNames: [string, Set<string>][] = [
  ['county', words('EE HR IE RO TW')],
  ['province', words('AR CU EC ES ID MN TR VN')],
  ['emirate', words('AE')],
  ['parish', words('BB JM')],
  ['island', words('BS CV KI KN KY PF SC TV')],
  ['area', words('HK')],
  ['department', words('CO HN NI SV UY')],
  ['region', words('CL KZ LV RU UA UZ')],
];

/** Whether the country has an address form. */
export const isCountry = (country: string) => Object.hasOwn(addressFormats, country);

/** Returns a country's fields in the order in which it writes them. */
export function fieldsOf(country: string): AddressField[] {
  const attributes = (formatOf(country) ?? [])
    .flat()
    .map((part) => String(typeof part === 'object' ? part.attribute : part));
  return attributes.flatMap((attribute) => {
    const part = partOf[attribute];
    return part
      ? [{ part, label: labelOf(country, part, attribute), isRequired: isRequired(country, part) }]
      : [];
  });
}

/** Returns the lines of a country's form, as parts of an address and 'country'. */
export const formParts = (country: string): (AddressPart | 'country' | undefined)[][] =>
  (formatOf(country) ?? []).map((line) =>
    line.map((part) => {
      const attribute = String(typeof part === 'object' ? part.attribute : part);
      return attribute === 'country' ? attribute : partOf[attribute];
    }),
  );

function formatOf(country: string): Format {
  return corrected[country] ?? addressFormats[country]?.default?.array ?? null;
}

function labelOf(country: string, part: AddressPart, attribute: string): string {
  const named = (names: [string, Set<string>][]) =>
    names.find(([, countries]) => countries.has(country))?.[0];
  if (part === 'postalCode')
    return postalCodeLabels[named(postalCodeNames) ?? ''] ?? addressLabels.postalCode;
  if (part !== 'region') return addressLabels[part];
  const name = named(regionNames) ?? (attribute === 'do' ? 'province' : attribute);
  return regionLabels[name] ?? addressLabels.region;
}

const isRequired = (country: string, part: AddressPart) =>
  part === 'line1' ||
  part === 'city' ||
  (part === 'region' && needsRegion.has(country)) ||
  (part === 'postalCode' && needsPostalCode.has(country));

/** Writes the region and postal code of an address as its country's post does, where that is known. */
export const asPostWrites = <Parts extends Pick<PostalParts, 'country' | 'region' | 'postalCode'>>(
  parts: Parts,
): Parts => ({
  ...parts,
  region: stateCode(parts.country, parts.region),
  postalCode: (parts.postalCode && readPostalCode(parts.postalCode, parts.country)) || parts.postalCode,
});

/** A visible character, of which a required text needs one. */
const VISIBLE = /[^\p{Z}\p{C}]/u;

/** Returns an address's problems under its country's rules, field by field; empty if it is valid. */
export function findAddressProblems(address: PostalParts): { field: string; message: string }[] {
  const { country } = address;
  if (!isCountry(country)) return [{ field: 'country', message: addressErrorTexts.noSuchCountry }];
  const fields = fieldsOf(country);
  return (['line1', 'line2', 'district', 'city', 'region', 'postalCode'] as const).flatMap((part) => {
    const field = fields.find((each) => each.part === part);
    const message = problemOf(address, part, field);
    return message ? [{ field: part, message }] : [];
  });
}

function problemOf(address: PostalParts, part: AddressPart, field?: AddressField): string | undefined {
  const { country, [part]: value } = address;
  if (!field)
    return value ? addressErrorTexts.notWritten(addressLabels[part], nameOfCountry(country)) : undefined;
  if (!VISIBLE.test(value))
    return field.isRequired || value ? addressErrorTexts.missing(field.label) : undefined;
  if (part !== 'postalCode' || !hasKnownCodes(country)) return undefined;
  if (readPostalCode(value, country) !== undefined) return undefined;
  return addressErrorTexts.wrongPostalCode(field.label, nameOfCountry(country));
}

/** Formats an address by its country's rules, line by line. */
export function linesOf(address: PostalParts): string[] {
  return write(address, true);
}

/** Formats an address by its country's rules. */
export const formatAddress = (address: PostalParts): string => linesOf(address).join('\n');

/** Formats an address in one line, in the typed case; in the United States 'City, ST ZIP'. */
export const formatAddressLine = (address: PostalParts): string => {
  const { country, city } = address;
  return write(country === 'US' ? { ...address, city: city && `${city},` } : address, false).join(', ');
};

function write(address: PostalParts, useTransforms: boolean): string[] {
  const { country, name, company, line1, line2, district, city, region, postalCode } = address;
  const format = formatOf(country);
  if (!format)
    return [name, company, line1, line2, district, city, region, postalCode, country].filter(Boolean);
  return new PostalAddress({ formats: { [country]: { default: { array: format } } } })
    .setFormat({ useTransforms })
    .fromObject({
      ...{ givenName: name, companyName: company, address1: line1, address2: line2, postalCode },
      ...{
        gu: district,
        city,
        si: city,
        country: useTransforms ? capitals(nameOfCountry(country)) : nameOfCountry(country),
      },
      ...{ state: region, province: region, prefecture: region, region, do: region },
    })
    .toArray()
    .map((line) => line.join(' ').replace(/,$/, ''));
}
