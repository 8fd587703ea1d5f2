import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameOfCountry } from './country-rules.ts';
import { usStates } from './us-states.ts';
import { placeOfWritten, townOfWritten } from './written-place.ts';

/** Addresses as people type them: home country of the shop, text, expected country and postal code. */
const typed: [home: string, address: string, country: string | null, postcode: string | null][] = [
  // The last line names the country.
  ['US', 'Norway\nHauptstr. 1\n10115 Berlin\nGermany', 'DE', '10115'],
  ['DE', 'Norway\nHauptstr. 1\n10115 Berlin', 'DE', '10115'],
  ['US', 'France Dupont\nHauptstr. 1\n10115 Berlin\nDeutschland', 'DE', '10115'],
  ['DE', 'Israel\nHauptstr. 1\n10115 Berlin\n\n  \n', 'DE', '10115'],
  ['US', 'Jordan\n12 Rue de la Paix\n75002 Paris\nFRANCE\n\n', 'FR', '75002'],
  ['GB', 'Ireland & Sons, 1 High St, Leeds LS1 4DY', 'GB', 'LS1 4DY'],
  ['DE', 'Malta GmbH, Kubaweg 3, 80331 München', 'DE', '80331'],
  ['US', 'Hauptstr. 1, 10115 Berlin, Germany', 'DE', '10115'],
  ['US', 'Hauptstr. 1\n10115 Berlin, Germany', 'DE', '10115'],
  ['US', 'Hauptstr. 1\n10115 Berlin\nGermany.', 'DE', '10115'],
  ['US', 'Hauptstr. 1 10115 Berlin Germany', 'DE', '10115'],
  ['US', 'Hauptstr. 1\nD-10115 Berlin', 'DE', '10115'],
  ['US', 'Hauptstr. 1, DE-10115 Berlin', 'DE', '10115'],
  ['US', '10 Downing Street, London SW1A 2AA, UK', 'GB', 'SW1A 2AA'],
  ['US', '10 Downing Street\nLondon\nSW1A 2AA\nEngland', 'GB', 'SW1A 2AA'],
  ['US', '10 Downing Street London SW1A 2AA United Kingdom', 'GB', 'SW1A 2AA'],
  ['US', '1 Princes St\nEdinburgh EH2 2EQ\nScotland', 'GB', 'EH2 2EQ'],
  ['US', '1 Castle St\nCardiff CF10 1BT\nWales', 'GB', 'CF10 1BT'],
  ['US', '1 Donegall Sq, Belfast BT1 5GS, Northern Ireland', 'GB', 'BT1 5GS'],
  ['GB', '1 High St, Leeds ls1 4dy, please ring twice', 'GB', 'LS1 4DY'],
  ['US', '1 Grafton St, Dublin, D02 X285, Ireland', 'IE', 'D02 X285'],
  ['US', 'Damrak 1, 1012 LG Amsterdam, The Netherlands', 'NL', '1012 LG'],
  ['US', 'Damrak 1, 1012LG Amsterdam, Nederland', 'NL', '1012 LG'],
  ['US', 'Bahnhofstrasse 1, 8001 Zürich, Schweiz', 'CH', '8001'],
  ['US', 'Rue du Rhône 1, 1204 Genève, Suisse', 'CH', '1204'],
  ['US', 'Stephansplatz 1\n1010 Wien\nÖsterreich', 'AT', '1010'],
  ['US', 'Calle Mayor 1, 28013 Madrid, España', 'ES', '28013'],
  ['US', 'Calle Recogidas 1\n18005 Granada\nEspana', 'ES', '18005'],
  ['US', 'Via Roma 1, 20121 Milano MI, Italia', 'IT', '20121'],
  ['IT', 'Via Roma 1, 90133 Palermo PA', 'IT', '90133'],
  ['US', 'ul. Prosta 1, 00-838 Warszawa, Polska', 'PL', '00-838'],
  ['US', 'Sveavägen 1, 111 57 Stockholm, Sverige', 'SE', '111 57'],
  ['US', 'Norrebrogade 1, 2200 København N, Danmark', 'DK', '2200'],
  ['US', 'Ermou 1, 105 63 Athens, Ελλάδα', 'GR', '105 63'],
  ['US', 'Vodičkova 1, 110 00 Praha, Česko', 'CZ', '110 00'],
  ['US', '100 King St W, Toronto ON M5X 1A9, Canada', 'CA', 'M5X 1A9'],
  ['US', '1 George St, Sydney NSW 2000, Australia', 'AU', '2000'],
  ['US', '1-1 Chiyoda, Chiyoda-ku, Tokyo 100-0001, Japan', 'JP', '100-0001'],
  ['US', '東京都千代田区千代田1-1\n日本', 'JP', null],
  ['US', 'Av. Paulista 1000, São Paulo - SP, 01310-100, Brasil', 'BR', '01310-100'],
  ['US', 'Av. Juárez 1, 06010 Ciudad de México, México', 'MX', '06010'],
  ['US', 'Istiklal Cad. 1, 34433 Istanbul, Türkiye', 'TR', '34433'],
  ['US', 'Sheikh Zayed Rd 1, Dubai, U.A.E.', 'AE', null],
  ['US', '1 Nathan Road, Kowloon, Hong Kong', 'HK', null],
  ['US', 'China, 100027, Beijing, Gongti Beilu 1', 'CN', '100027'],
  ['US', '1 Gongti Beilu, Beijing 100027, China', 'CN', '100027'],
  ['US', 'Castries, Saint Lucia', 'LC', null],
  // No country named: home.
  ['DE', 'Hauptstr. 1, 10115 Berlin', 'DE', '10115'],
  ['DE', 'Hauptstr. 1 10115 Berlin', 'DE', '10115'],
  ['DE', 'Hauptstr. 1, 10115 Berlin, Hinterhaus, 2. OG, bei 94110 klingeln', 'DE', '10115'],
  ['DE', 'Hauptstr. 1, 10115 Berlin, 20095 Hamburg', 'DE', null],
  ['DE', 'Hauptstr. 1, Berlin', 'DE', null],
  ['AU', '1200 Smith St Sydney NSW 2000', 'AU', '2000'],
  // Country names that are towns, streets and people in the United States.
  ['US', '168-10 Jamaica Ave\nJamaica\nNY 11432', 'US', '11432'],
  ['DE', '168-10 Jamaica Ave\nJamaica\nNY 11432', 'US', '11432'],
  ['US', '168-10 Jamaica Ave, Jamaica, NY 11432', 'US', '11432'],
  ['US', 'Jamaica, NY 11432-1234', 'US', '11432-1234'],
  ['US', 'Atlanta\nGeorgia\n30308', 'US', '30308'],
  ['DE', '1 Peachtree St\nAtlanta\nGeorgia\n30308', 'US', '30308'],
  ['US', '1 Peachtree St, Atlanta, Georgia 30308', 'US', '30308'],
  ['US', '1 Peachtree St, Atlanta GA 30308', 'US', '30308'],
  ['US', 'Mexico\nMO 65265\nUSA', 'US', '65265'],
  ['MX', 'Mexico\nMO 65265', 'US', '65265'],
  ['US', '1 Main St, Mexico, MO 65265, U.S.A.', 'US', '65265'],
  ['US', '1 Main St, Mexico, Missouri 65265, United States of America', 'US', '65265'],
  ['LB', '400 S 8th St, Lebanon PA 17042', 'US', '17042'],
  ['US', '400 S 8th St\nLebanon PA 17042', 'US', '17042'],
  ['US', '2 N Broadway, Peru IN 46970', 'US', '46970'],
  ['PE', '2 N Broadway, Peru, Indiana 46970', 'US', '46970'],
  ['NO', '1 Main St\nNorway ME 04268', 'US', '04268'],
  ['US', '1 Main St\nNorway\nMaine 04268', 'US', '04268'],
  ['CU', '15 Water St, Cuba NY 14727', 'US', '14727'],
  ['US', '15 Water St, Cuba, N.Y. 14727', 'US', '14727'],
  ['US', '1 Main St, China, TX 77613', 'US', '77613'],
  ['US', '1 Main St, Poland OH 44514', 'US', '44514'],
  ['US', '1 Main St, Brazil, IN 47834', 'US', '47834'],
  ['US', '1 Main St, Turkey, tx 79261', 'US', '79261'],
  ['US', '1 Main St\nHolland\nMI 49423', 'US', '49423'],
  ['US', '1 Chad Ct, Jordan, MN 55352', 'US', '55352'],
  ['DE', '1 Delaware Ave, Wilmington, DE 19801', 'US', '19801'],
  ['US', '1600 Pennsylvania Ave NW, Washington, DC 20500', 'US', '20500'],
  ['US', '1600 Pennsylvania Ave NW, Washington, D.C. 20500', 'US', '20500'],
  ['US', '1 Plaza\nSan Juan PR 00901', 'US', '00901'],
  ['US', '1 Plaza\nSan Juan 00901\nPuerto Rico', 'PR', '00901'],
  ['US', '1 Plaza\nSan Juan PR 00901\nPuerto Rico', 'PR', '00901'],
  ['US', 'PSC 1 Box 2, APO AE 09012', 'US', '09012'],
  ['US', 'NY 11432\nJamaica', 'US', '11432'],
  // ZIP codes in any position, and numbers that are none.
  ['US', '350 5th Ave New York NY 10118', 'US', '10118'],
  ['US', '350 5th Ave, New York, NY 10118', 'US', '10118'],
  ['US', '350 5th Ave, New York, NY, 10118', 'US', '10118'],
  ['US', '350 5th Ave New York NY 10118, please ring at 94110', 'US', '10118'],
  ['US', '350 5th Ave\nNew York NY 10118\nplease ring at\n94110', 'US', '10118'],
  ['US', '350 5th Ave New York NY 10118 USA', 'US', '10118'],
  ['DE', '350 5th Ave, New York, NY 10118', 'US', '10118'],
  ['US', '350 5th Ave, 10118 New York', 'US', '10118'],
  ['US', '350 5th Ave, New York 10118', 'US', '10118'],
  ['US', '350 5th Ave, New York NY 10118–0001', 'US', '10118-0001'],
  ['US', '94110 Sunset Rd, New York, NY 10118', 'US', '10118'],
  ['US', 'Ada Joiner\n16810 Hillside Ave\nApt 5\nQueens 11432', 'US', '11432'],
  ['US', '16810 Hillside Ave, Queens, 11432, ring at 94110', 'US', null],
  ['US', '350 5th Ave, New York, NY 94110', 'US', null],
  ['US', 'Springfield IL 62701, or to Chicago IL 60601', 'US', null],
  ['US', '350 5th Ave, New York', 'US', null],
  ['US', 'Mexico, MO', 'US', null],
  // Even the country is uncertain.
  ['US', '1 Peachtree St, Atlanta, Georgia', null, null],
  ['DE', '1 Peachtree St, Atlanta, Georgia', null, null],
  ['US', '1 Peachtree St\nAtlanta\nGeorgia', null, null],
  ['DE', '7 Rustaveli Ave\nTbilisi\nGeorgia', 'GE', null],
  ['GE', '7 Rustaveli Ave, Tbilisi, Georgia', 'GE', null],
  ['US', '7 Rustaveli Ave, Tbilisi 0108, Georgia', 'GE', null],
  ['US', '7 Rustaveli Ave\n0108 Tbilisi\nGeorgia', 'GE', '0108'],
  ['DE', '2 N Broadway, Peru, Indiana', null, null],
];

describe('the destination of a typed address', () => {
  it.each(typed)('from %s: %j', (home, address, country, postcode) => {
    const place = placeOfWritten(address, home);
    expect([place.country, place.postcode, place.isDoubtful]).toEqual([country, postcode, country === null]);
  });

  it('has a country only where one is named', () => {
    expect(placeOfWritten('8 Plumb Line', null).country).toBeNull();
  });

  const countries = ['DE', 'FR', 'NO', 'JM', 'MX', 'CU', 'PE', 'LB', 'CA', 'JP', 'IE', 'GB', 'IL', 'AU'];
  const country = fc.constantFrom(...countries);

  it('is the country of the last line, even if other lines name countries', () => {
    const gap = fc.constantFrom('', '\n', '\n  \n');
    fc.assert(
      fc.property(country, country, country, gap, (first, second, last, end) => {
        const address = `${nameOfCountry(first)}\n1 ${nameOfCountry(second)} Road\nTownville\n${nameOfCountry(last)}${end}`;
        expect(placeOfWritten(address, null).country).toBe(last);
        expect(placeOfWritten(`${nameOfCountry(first)}\n1 Road\nTownville`, second).country).toBe(second);
      }),
    );
  });

  it('is the US wherever a state precedes its ZIP code, even with a note after it', () => {
    const zips: Record<string, string> = {
      NY: '10118',
      MO: '65265',
      GA: '30308',
      CA: '94110',
      PA: '17042',
      ME: '04268',
    };
    const state = fc.constantFrom(...usStates.filter(([code]) => zips[code]));
    const glue = fc.constantFrom(' ', ', ', '\n', ',\n');
    const note = fc.constantFrom(
      '',
      '\nring at 94117',
      ', please call 10001',
      '\nleave at no. 60601',
      '\n\n',
    );
    fc.assert(
      fc.property(
        country,
        state,
        glue,
        fc.boolean(),
        note,
        country,
        (town, [code, name], between, isLong, more, home) => {
          const zip = zips[code] ?? '';
          const address = `Ada\n12 Main St\n${nameOfCountry(town)}${between}${isLong ? name : code} ${zip}${more}`;
          expect(placeOfWritten(address, home)).toEqual({
            country: 'US',
            state: code,
            postcode: zip,
            isDoubtful: false,
          });
        },
      ),
    );
  });
});

describe('the town of a typed address', () => {
  it.each([
    ['12 Bench Street, Columbus, OH 43215', 'Columbus'],
    ['12 Bench Street, Columbus, Ohio, 43215', 'Columbus'],
    ['Ada\n12 Bench Street\nColumbus OH 43215-1234', 'Columbus'],
    ['350 5th Ave, New York, NY 10118', 'New York'],
    ['1 Minnesota Ave, Kansas City KS 66101, USA', 'Kansas City'],
    ['10 Downing Street, London SW1A 2AA, UK', 'London'],
    ['Hauptstr. 1, 10115 Berlin, Germany', 'Berlin'],
    ['1 King St W\nToronto, ON M5H 1A1\nCanada', 'Toronto'],
    // Not clear, or not written.
    ['12 Bench Street Columbus OH 43215', ''],
    ['12 Bench Street, OH 43215', ''],
    ['Suite 4, OH 43215', ''],
    ['Hauptstr. 1, D-10115 Berlin', ''],
    ['12 Bench Street, Columbus', ''],
  ])('of %j is %j', (address, town) => {
    const { country, state, postcode } = placeOfWritten(address, 'US');
    const parts = { country: country ?? '', region: state ?? '', postalCode: postcode ?? '' };
    const region = parts.region || (country === 'CA' ? 'ON' : '');
    expect(townOfWritten(address, { ...parts, region })).toBe(town);
  });

  it('is empty beside another postal code than the address has', () => {
    const said = { country: 'US', region: 'NV', postalCode: '89501' };
    expect(townOfWritten('12 Bench Street, Columbus, OH 43215', said)).toBe('');
  });
});
