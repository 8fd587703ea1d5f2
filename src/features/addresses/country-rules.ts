import { addressFormats } from 'i18n-postal-address';
import { LOCALE, onDemand } from '#texts/locale.ts';

const countryName = onDemand(() => new Intl.DisplayNames([LOCALE], { type: 'region' }));

/** Returns a country's name in English: 'Germany'. */
export const nameOfCountry = (country: string) => countryName().of(country) ?? country;

/** Every country that has a form, sorted by name. */
export const listCountries = onDemand(() =>
  Object.keys(addressFormats)
    .map((country) => ({ country, name: nameOfCountry(country) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, LOCALE)),
);

/** Further names of countries, besides those in English and in their own language: in their other languages,
 * abbreviated, of their parts, and their neighbours' names for them. Omits names that are also well-known
 * towns. */
const otherNames: Record<string, string> = {
  AE: 'UAE, Emirates',
  AT: 'Oesterreich, Autriche',
  BA: 'Bosnia and Herzegovina, Bosnia',
  BE: 'België, Belgique, Belgien, Bélgica, Belgio',
  BN: 'Brunei Darussalam',
  CD: 'DR Congo, Democratic Republic of the Congo',
  CG: 'Republic of the Congo',
  CH: 'Schweiz, Suisse, Svizzera, Svizra, Suiza',
  CI: 'Ivory Coast',
  CV: 'Cabo Verde',
  CZ: 'Czech Republic, Česká republika, Tschechien',
  DE: 'Federal Republic of Germany, BRD, Allemagne, Alemania, Germania, Duitsland, Niemcy',
  DK: 'Dänemark, Danemark',
  ES: 'Spanien, Espagne, Spagna, Canary Islands, Islas Canarias',
  FI: 'Finnland, Finlande',
  FR: 'Frankreich, Francia, Frankrijk',
  GB: 'UK, Great Britain, Britain, England, Scotland, Wales, Cymru, Northern Ireland, Großbritannien, Royaume-Uni, Reino Unido, Vereinigtes Königreich',
  GR: 'Hellas, Griechenland',
  HK: 'Hong Kong',
  HU: 'Ungarn',
  IE: 'Republic of Ireland, Irland',
  IN: 'Bharat',
  IT: 'Italien, Italie',
  KR: 'Korea, South Korea, 한국',
  LU: 'Luxemburg, Lëtzebuerg',
  MK: 'Macedonia',
  MM: 'Myanmar, Burma',
  MO: 'Macao, Macau',
  MX: 'Mexiko, Mexique',
  NL: 'Holland, The Netherlands, Niederlande, Pays-Bas, Países Bajos, Paesi Bassi',
  NO: 'Noreg, Norwegen, Norvège',
  PL: 'Polen, Pologne',
  PS: 'Palestine',
  RU: 'Russian Federation',
  SE: 'Schweden, Suède',
  SZ: 'Swaziland',
  TL: 'East Timor',
  TR: 'Turkey, Türkei',
  TW: 'Taiwan ROC',
  US: 'USA, US, United States of America, America, Vereinigte Staaten, États-Unis, Estados Unidos, Stati Uniti, Verenigde Staten',
  VA: 'Vatican',
  VI: 'US Virgin Islands',
  VN: 'Viet Nam',
};

/** Normalises a name for comparison: 'U.S.A.' and 'usa', 'Saint Lucia' and 'St. Lucia' are equal. */
function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[.’'`()]/g, '')
    .replace(/[\s–—-]+/g, ' ')
    .trim()
    .replace(/^(?:the|republic of|kingdom of) (?!congo$)/, '')
    .replace(/^saint /, 'st ');
}

/** Returns a country's name in the language that most people there write: 'Deutschland', '日本'. */
function ownName(country: string): string | undefined {
  const { language } = new Intl.Locale(`und-${country}`).maximize();
  return new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(country);
}

/** Countries by name; English names take precedence over native ones. */
const countriesByName = onDemand(() => {
  const countries = listCountries();
  const named = [
    ...countries.map(({ country, name }) => [name, country] as const),
    ...Object.entries(otherNames).flatMap(([country, names]) =>
      names.split(', ').map((name) => [name, country] as const),
    ),
    ...countries.flatMap(({ country }) => {
      const name = ownName(country);
      return name ? [[name, country] as const] : [];
    }),
  ];
  const byName = new Map<string, string>();
  for (const [name, country] of named) {
    const plain = plainName(name);
    if (!byName.has(plain)) byName.set(plain, country);
  }
  return byName;
});

/** Returns the country with this name in English, in its own language, or abbreviated. */
export const countryCalled = (name: string): string | undefined => countriesByName().get(plainName(name));
