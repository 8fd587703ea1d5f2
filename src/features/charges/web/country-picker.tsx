import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { listCountries, nameOfCountry } from '#features/addresses/country-rules.ts';
import { deliveryScreenTexts } from '#features/charges/texts/delivery-screen.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';

const texts = deliveryScreenTexts.countries;

/** So many of the countries found are shown at once. */
const MOST = 8;

/** The member states of the European Union, as of 2026. */
const UNION = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** The countries that some words find: by the beginning of their name first. */
function findCountries(words: string) {
  const wanted = plain(words.trim());
  if (wanted === '') return [];
  const rank = ({ country, name }: { country: string; name: string }) => {
    if (plain(name).startsWith(wanted) || country.toLowerCase() === wanted) return 0;
    return plain(`${name} ${texts.aliases[country] ?? ''}`).includes(wanted) ? 1 : 2;
  };
  return listCountries()
    .map((country) => ({ ...country, rank: rank(country) }))
    .filter((found) => found.rank < 2)
    .toSorted((one, other) => one.rank - other.rank);
}

/** Countries chosen by name: those chosen, each to be taken out, and a field that finds others. */
export function CountryPicker({
  countries,
  error,
  onCountries,
}: {
  countries: readonly string[];
  error: string | undefined;
  onCountries: (countries: string[]) => void;
}) {
  const [words, setWords] = useState('');
  const [said, setSaid] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const id = useId();
  const found = findCountries(words);
  const chosen = new Set(countries);

  function choose(country: string, isChosen: boolean) {
    const others = countries.filter((each) => each !== country);
    onCountries(isChosen ? [...others, country] : others);
    setSaid(isChosen ? texts.added(nameOfCountry(country)) : texts.removed(nameOfCountry(country)));
  }

  function takeFirst(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // The form stays where it is.
    event.preventDefault();
    const [first] = found.filter(({ country }) => !chosen.has(country));
    if (!first) return;
    choose(first.country, true);
    setWords('');
  }

  return (
    <fieldset>
      <legend className="text-sm font-semibold">{texts.label}</legend>
      <p className="mt-1 mb-2 text-sm text-ink-soft">{texts.hint}</p>
      <p role="status" className="sr-only">
        {said}
      </p>
      {countries.length > 0 && (
        <ul className="mb-3 flex flex-wrap gap-2">
          {countries.map((country) => (
            <li key={country} className="min-w-0">
              <Button
                size="sm"
                variant="secondary"
                className="max-w-full text-left"
                aria-label={texts.remove(nameOfCountry(country))}
                onClick={() => {
                  choose(country, false);
                  search.current?.focus();
                }}
              >
                <span className="min-w-0 wrap-anywhere">{nameOfCountry(country)}</span>
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
          {found.slice(0, MOST).map(({ country, name }) => (
            <li key={country}>
              <CheckField
                className="min-h-11 rounded-md px-2 hover:bg-sunken"
                checked={chosen.has(country)}
                onChange={({ target }) => choose(country, target.checked)}
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
      {!UNION.every((country) => chosen.has(country)) && (
        <Button
          size="sm"
          variant="quiet"
          className="mt-2"
          icon={<Icon name="plus" className="size-4" />}
          onClick={() => {
            onCountries([...new Set([...countries, ...UNION])]);
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
