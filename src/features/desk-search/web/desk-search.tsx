import { keepPreviousData } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { familyPath } from '#features/catalogue/rules.ts';
import { returnStateTable } from '#features/returns/return-states.ts';
import { returnPath } from '#features/returns/web/return-paths.ts';
import { useCall } from '#features/users/web/session/use-call.ts';
import { shownEmail } from '#ui/dashboard/row-card.tsx';
import { Modal } from '#ui/modal.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { type FoundOnDesk, type SearchedPage, SHORTEST_SEARCH, searchDeskCall } from '../contract.ts';
import { deskSearchTexts as texts } from '../texts.ts';

export type DeskSearchProps = {
  isOpen: boolean;
  onClose: () => void;
  pages: readonly SearchedPage[];
  isAdmin: boolean;
};

/** The search of the dashboard: pages, orders, returns, tools and people, chosen by keyboard or pointer. */
export default function DeskSearch({ isOpen, onClose, ...props }: DeskSearchProps) {
  return (
    <Modal
      open={isOpen}
      onClose={onClose}
      aria-label={texts.title}
      className="desk-finder flex-col overflow-hidden rounded-md border border-line-strong bg-surface p-0 text-ink raised open:flex"
    >
      {isOpen && <Finder {...props} onClose={onClose} />}
    </Modal>
  );
}

type Option = { to: string; label: string; detail: string };
type Group = { name: string; options: Option[] };

/** A combobox whose list is always open (ARIA Authoring Practices, 'Editable Combobox With List
 * Autocomplete'). The box keeps the focus; the first option is chosen from the start. */
function Finder({ pages, isAdmin, onClose }: Omit<DeskSearchProps, 'isOpen'>) {
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  /** Enter was pressed before the search had answered. */
  const [isHurried, setHurried] = useState(false);
  const words = text.trim();
  const { asked, isPrice } = askedBy(words, isAdmin);
  const found = useFound(asked);
  const named = pagesNamed(pages, words);
  const groups: Group[] = [
    { name: texts.groups.pages, options: named },
    ...(found.data ? (isPrice ? pricesOf(found.data) : groupsOf(found.data, isAdmin)) : []),
  ].filter(({ options }) => options.length > 0);
  const options = groups.flatMap((group) => group.options);
  const active = Math.min(place, options.length - 1);
  const optionId = (index: number) => `${id}-${index}`;
  const isSettled = asked.length < SHORTEST_SEARCH || found.isSettled;

  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  function choose() {
    const chosen = options[active];
    if (!chosen) return;
    onClose();
    void navigate(chosen.to);
  }

  const chooseNow = useEffectEvent(choose);
  useEffect(() => {
    if (isHurried && isSettled) chooseNow();
  }, [isHurried, isSettled]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length > 0) {
      event.preventDefault();
      setPlace((active + step + options.length) % options.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // What is found for the words before these is never meant.
      if (isSettled || (active >= 0 && active < named.length)) choose();
      else setHurried(true);
    }
  }

  return (
    <>
      <input
        type="text"
        role="combobox"
        aria-label={texts.title}
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={active >= 0 ? optionId(active) : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={texts.placeholder}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setPlace(0);
          setHurried(false);
        }}
        onKeyDown={onKeyDown}
        className="h-14 w-full shrink-0 border-b border-line bg-surface px-4 text-lg text-ink outline-none"
      />
      <p role="status" className="sr-only">
        {isSettled && words !== '' && texts.found(options.length)}
      </p>
      {found.isError && <p className="px-4 pt-3 text-bad">{texts.failed}</p>}
      {options.length === 0 && isSettled && !found.isError && (
        <p className="px-4 py-6 text-ink-soft wrap-anywhere">{texts.none(words)}</p>
      )}
      <div
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={texts.results}
        // The box keeps the focus, as with the arrow keys.
        onMouseDown={(event) => event.preventDefault()}
        className="min-h-0 overflow-y-auto overscroll-contain pb-2"
      >
        {groups.map(({ name, options: own }) => (
          <fieldset key={name} aria-labelledby={`${id}-${name}`}>
            <p id={`${id}-${name}`} className="label-caps px-4 pt-3 pb-1 text-ink-soft">
              {name}
            </p>
            {own.map((option) => {
              const index = options.indexOf(option);
              return (
                <Link
                  key={option.to}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === active}
                  tabIndex={-1}
                  to={option.to}
                  onClick={onClose}
                  className="flex min-h-11 flex-wrap items-baseline gap-x-3 px-4 py-2.5 hover:bg-sunken aria-selected:bg-accent-wash aria-selected:text-accent"
                >
                  <span className="font-medium wrap-anywhere">
                    <SavedText text={option.label} />
                  </span>
                  <span className="min-w-0 text-sm wrap-anywhere text-ink-soft">
                    <SavedText text={option.detail} />
                  </span>
                </Link>
              );
            })}
          </fieldset>
        ))}
      </div>
    </>
  );
}

/** What is searched: with the word for a price, the tools of the others, whose prices an admin changes. */
function askedBy(words: string, isAdmin: boolean) {
  const all = words.split(/\s+/);
  const others = all.filter((word) => word.toLowerCase() !== texts.priceWord);
  const isPrice = isAdmin && others.length > 0 && others.length < all.length;
  return { asked: isPrice ? others.join(' ') : words, isPrice };
}

/** How long typing must pause. */
const PAUSE_MS = 150;

/** Fetches what matches when typing pauses; what was found before stays meanwhile. */
function useFound(words: string) {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(setAsked, PAUSE_MS, words);
    return () => clearTimeout(timer);
  }, [words]);
  const isAsked = asked.length >= SHORTEST_SEARCH && words.length >= SHORTEST_SEARCH;
  const { data, isError, isPlaceholderData } = useCall(['desk-search', asked], searchDeskCall, {
    query: { q: asked },
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return {
    data: isAsked ? data : undefined,
    isError: isAsked && isError,
    isSettled: asked === words && (isError || (data !== undefined && !isPlaceholderData)),
  };
}

const MOST_PAGES = 6;

/** The pages whose name or place has a word that begins with each of the words; without words, all. */
function pagesNamed(pages: readonly SearchedPage[], words: string): Option[] {
  const begins = words.toLowerCase().split(/\s+/).filter(Boolean);
  const isNamed = ({ label, detail = '' }: SearchedPage) => {
    const names = `${label} ${detail}`.toLowerCase().split(/[\s,]+/);
    return begins.every((begin) => names.some((name) => name.startsWith(begin)));
  };
  const named = pages.filter((page) => (begins.length === 0 ? !page.isNamedOnly : isNamed(page)));
  return (begins.length === 0 ? named : named.slice(0, MOST_PAGES)).map(({ to, label, detail = '' }) => ({
    to,
    label,
    detail,
  }));
}

/** The tools found, each leading to its price. */
const pricesOf = ({ tools }: FoundOnDesk): Group[] => [
  {
    name: texts.groups.prices,
    options: tools.map(({ _id, name, part_number }) => ({
      to: `/dashboard/managetool/${_id}/edit#price`,
      label: name,
      detail: part_number ?? '',
    })),
  },
];

/** What was found, each leading to where this role works on it. */
function groupsOf({ orders, returns, tools, families, people }: FoundOnDesk, isAdmin: boolean): Group[] {
  return [
    {
      name: texts.groups.orders,
      options: orders.map(({ number, minQuantity, toolName, userName }) => ({
        to: `/dashboard/manageorders/${number}`,
        label: number,
        detail: texts.order(minQuantity, toolName, userName),
      })),
    },
    {
      name: texts.groups.returns,
      options: returns.map(({ _id, number, state, name }) => ({
        to: returnPath(_id),
        label: number,
        detail: [returnStateTable[state].words.staff, name].filter(Boolean).join(' · '),
      })),
    },
    {
      name: texts.groups.tools,
      options: tools.map(({ _id, name, part_number, available_quantity }) => ({
        to: `/dashboard/managetool/${_id}/${isAdmin ? 'edit' : 'stock'}`,
        label: name,
        detail: [part_number, texts.available(available_quantity)].filter(Boolean).join(' · '),
      })),
    },
    {
      name: texts.groups.families,
      options: families.map((family) => ({
        to: isAdmin ? `/dashboard/families/${family._id}` : familyPath(family),
        label: family.name,
        detail: texts.sizes(family.memberCount),
      })),
    },
    {
      name: texts.groups.people,
      options: people.map(({ email, displayName }) => ({
        to: `/dashboard/users/${encodeURIComponent(email)}`,
        label: displayName,
        detail: shownEmail(email),
      })),
    },
  ];
}
