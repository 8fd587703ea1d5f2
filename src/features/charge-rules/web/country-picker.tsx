import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { UNION } from '#contracts/member-states.ts';
import { listCountries, nameOfCountry } from '#features/addresses/country-rules.ts';
import { findState, listStates } from '#features/addresses/state-rules.ts';
import { hasVatNumbers } from '#texts/region.ts';
import { Button } from '#ui/button.tsx';
import { CheckField, TextField } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { deliveryScreenTexts } from '../texts/delivery-screen.ts';

const texts = deliveryScreenTexts.countries;

/** Maximum number of matching countries shown at once. */
const MOST = 8;

/** Returns the name of a country or state: 'Germany', 'Georgia, United States'. */
export function nameOfPlace(place: string): string {
  const state = findState(place);
  return state ? texts.stateOf(state.name, nameOfCountry(state.country)) : nameOfCountry(place);
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** Finds countries and states by name: matches at the start of the name first, and of these the states of
 * `home`, then countries. */
function findPlaces(words: string, home: string) {
  const wanted = plain(words.trim());
  if (wanted === '') return [];
  const rank = (place: string, name: string) => {
    if (plain(name).startsWith(wanted) || place.toLowerCase() === wanted) return 0;
    return plain(`${name} ${texts.aliases[place] ?? ''}`).includes(wanted) ? 1 : 2;
  };
  const states = listStates.map(({ state, country, name }) => ({
    ...{ place: state, country, name: nameOfPlace(state) },
    rank: rank(state, name),
  }));
  const all = [
    ...states.filter(({ country }) => country === home),
    ...listCountries().map(({ country, name }) => ({ place: country, name, rank: rank(country, name) })),
    ...states.filter(({ country }) => country !== home),
  ];
  return all.filter((found) => found.rank < 2).toSorted((one, other) => one.rank - other.rank);
}

/** Returns the places that can be chosen together with a place: excludes its country, and its states. */
const besides = (places: readonly string[], place: string) =>
  places.filter((each) => each !== place && !each.startsWith(`${place}-`) && !place.startsWith(`${each}-`));

/** Selects countries and states by name: lists the chosen ones, each removable, and a search field. */
export function CountryPicker({
  places,
  home,
  error,
  onPlaces,
}: {
  /** Countries by ISO 3166, states by ISO 3166-2. */
  places: readonly string[];
  /** The shop's country. */
  home: string;
  error: string | undefined;
  onPlaces: (places: string[]) => void;
}) {
  const [words, setWords] = useState('');
  const [said, setSaid] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const id = useId();
  const found = findPlaces(words, home);
  const chosen = new Set(places);

  function choose(place: string, isChosen: boolean) {
    onPlaces(isChosen ? [...besides(places, place), place] : places.filter((each) => each !== place));
    setSaid(isChosen ? texts.added(nameOfPlace(place)) : texts.removed(nameOfPlace(place)));
  }

  function takeFirst(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Keeps the form from being sent.
    event.preventDefault();
    const [first] = found.filter(({ place }) => !chosen.has(place));
    if (!first) return;
    choose(first.place, true);
    setWords('');
  }

  return (
    <fieldset>
      <legend className="text-sm font-semibold">{texts.label}</legend>
      <p className="mt-1 mb-2 text-sm text-ink-soft">{texts.hint}</p>
      <p role="status" className="sr-only">
        {said}
      </p>
      {places.length > 0 && (
        <ul className="mb-3 flex flex-wrap gap-2">
          {places.map((place) => (
            <li key={place} className="min-w-0">
              <Button
                size="sm"
                variant="secondary"
                className="max-w-full text-left"
                aria-label={texts.remove(nameOfPlace(place))}
                onClick={() => {
                  choose(place, false);
                  search.current?.focus();
                }}
              >
                <span className="min-w-0 wrap-anywhere">{nameOfPlace(place)}</span>
                <Icon name="close" className="size-4 shrink-0" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <TextField
        ref={search}
        label={texts.search}
        hint={texts.searchHint}
        className="max-w-sm"
        autoComplete="off"
        enterKeyHint="done"
        error={error}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={takeFirst}
      />
      <div role="status" id={`${id}-none`} className="text-sm text-ink-soft">
        {words.trim() !== '' && found.length === 0 && texts.none}
      </div>
      {found.length > 0 && (
        <ul aria-label={texts.found} className="mt-2 grid max-w-sm gap-x-4">
          {found.slice(0, MOST).map(({ place, name }) => (
            <li key={place}>
              <CheckField
                className="min-h-11 rounded-md px-2 hover:bg-sunken"
                checked={chosen.has(place)}
                onChange={({ target }) => choose(place, target.checked)}
              >
                {name}
              </CheckField>
            </li>
          ))}
          {found.length > MOST && (
            <li className="px-2 text-sm text-ink-soft">{texts.more(found.length - MOST)}</li>
          )}
        </ul>
      )}
      {hasVatNumbers(home) && !UNION.every((country) => chosen.has(country)) && (
        <Button
          size="sm"
          variant="quiet"
          className="mt-2"
          icon={<Icon name="plus" className="size-4" />}
          onClick={() => {
            onPlaces([...new Set([...places, ...UNION])]);
            setSaid(texts.unionAdded);
            search.current?.focus();
          }}
        >
          {texts.addUnion}
        </Button>
      )}
    </fieldset>
  );
}
