const words = (text: string) => text.split(' ');

/** The time zones of states, and where their parts differ, that of most people there. */
const zonesOfStates: Record<string, string[]> = {
  'America/New_York': words(
    'US-CT US-DC US-DE US-FL US-GA US-KY US-MA US-MD US-ME US-NC US-NH US-NJ US-NY US-OH US-PA US-RI US-SC US-VA US-VT US-WV',
  ),
  'America/Detroit': ['US-MI'],
  'America/Indiana/Indianapolis': ['US-IN'],
  'America/Chicago': words(
    'US-AL US-AR US-IA US-IL US-KS US-LA US-MN US-MO US-MS US-ND US-NE US-OK US-SD US-TN US-TX US-WI',
  ),
  'America/Denver': words('US-CO US-ID US-MT US-NM US-UT US-WY'),
  'America/Phoenix': ['US-AZ'],
  'America/Los_Angeles': words('US-CA US-NV US-OR US-WA'),
  'America/Anchorage': ['US-AK'],
  'Pacific/Honolulu': ['US-HI'],
  'America/Puerto_Rico': words('US-PR US-VI'),
  'Pacific/Guam': words('US-GU US-MP'),
  'Pacific/Pago_Pago': ['US-AS'],
  'America/Toronto': words('CA-ON CA-QC'),
  'America/Halifax': words('CA-NB CA-NS CA-PE'),
  'America/St_Johns': ['CA-NL'],
  'America/Winnipeg': ['CA-MB'],
  'America/Regina': ['CA-SK'],
  'America/Edmonton': words('CA-AB CA-NT'),
  'America/Vancouver': ['CA-BC'],
  'America/Whitehorse': ['CA-YT'],
  'America/Iqaluit': ['CA-NU'],
  'Australia/Sydney': words('AU-ACT AU-NSW'),
  'Australia/Melbourne': ['AU-VIC'],
  'Australia/Brisbane': ['AU-QLD'],
  'Australia/Adelaide': ['AU-SA'],
  'Australia/Darwin': ['AU-NT'],
  'Australia/Hobart': ['AU-TAS'],
  'Australia/Perth': ['AU-WA'],
};

/** Where most people live, of countries with several time zones. */
const mainZones: Record<string, string> = {
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  ID: 'Asia/Jakarta',
  KZ: 'Asia/Almaty',
  MX: 'America/Mexico_City',
  NZ: 'Pacific/Auckland',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  US: 'America/New_York',
};

/** Returns the time zone of most people in a state, or in a country; `undefined` where the browser does not
 * know it. */
export function likelyZone(country: string, state = ''): string | undefined {
  const [ofState] = Object.entries(zonesOfStates).find(([, states]) => states.includes(state)) ?? [];
  if (ofState) return ofState;
  const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(
    `und-${country}`,
  );
  return mainZones[country] ?? locale.getTimeZones?.()?.[0];
}
