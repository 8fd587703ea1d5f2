import { expect, it } from 'vitest';
import { isTimeZone } from '#contracts/time-zone.ts';
import { listCountries } from '#features/addresses/country-rules.ts';
import { listStates } from '#features/addresses/state-rules.ts';
import { likelyZone } from './region-rules.ts';

it('proposes the zone of a state, else that of most people in the country', () => {
  expect(['US-OH', 'US-TX', 'US-AZ', 'US-HI'].map((state) => likelyZone('US', state))).toEqual([
    'America/New_York',
    'America/Chicago',
    'America/Phoenix',
    'Pacific/Honolulu',
  ]);
  expect(['US', 'DE', 'CA', 'FR'].map((country) => likelyZone(country))).toEqual([
    'America/New_York',
    'Europe/Berlin',
    'America/Toronto',
    'Europe/Paris',
  ]);
});

it('proposes only zones that exist, for every state and nearly every country', () => {
  const unknown = listStates.filter(({ country, state }) => {
    const zone = likelyZone(country, state);
    return zone === undefined || !isTimeZone(zone);
  });
  expect(unknown).toEqual([]);
  const proposed = listCountries().flatMap(({ country }) => likelyZone(country) ?? []);
  expect(proposed.filter((zone) => !isTimeZone(zone))).toEqual([]);
  expect(proposed.length).toBeGreaterThan(200);
});
