import { type ReactNode, useState } from 'react';
import { get, type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Button } from '#ui/button.tsx';
import { AddRowButton, useOrderedRows } from '#ui/dashboard/ordered-rows.tsx';
import { ruleFormTexts } from '../texts/delivery-screen.ts';
import type { TypedDelivery, TypedMethod, TypedRegion } from './form-delivery.ts';

const texts = ruleFormTexts.rows;

type EditableRowsProps<R extends TypedMethod | TypedRegion> = {
  form: UseFormReturn<TypedDelivery>;
  name: 'methods' | 'regions';
  /** The current values of the rows. */
  typed: readonly R[];
  words: { add: string; unnamed: string };
  /** Summarises a row in one line, beside its name. */
  summary: (row: R) => string;
  fields: (place: number) => ReactNode;
  newRow: () => R;
  /** Whether the only row is open at first. */
  isOneOpen?: boolean;
  onRemoved?: (row: R) => void;
  /** Returns why a row cannot be removed, if it cannot. */
  keeps?: (row: R) => string | undefined;
  /** Shown if there are no rows. */
  empty?: ReactNode;
};

/** Named rows that can be added, reordered and removed; each is one line until opened. */
export function EditableRows<R extends TypedMethod | TypedRegion>(props: EditableRowsProps<R>) {
  const { form, name: list, typed, words, summary, fields, newRow, onRemoved, keeps, empty } = props;
  const { isOneOpen = false } = props;
  const array = useFieldArray({ control: form.control, name: list });
  // The list of rows updates at once, their values a moment later.
  const known = new Map(typed.map((row) => [row._id, row]));
  const rows = array.fields.map((row) => known.get(row._id) ?? (row as unknown as R));
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set(isOneOpen && typed.length === 1 ? typed.map(({ _id }) => _id) : []),
  );
  const [refused, setRefused] = useState<{ row: string; why: string }>();
  const { errors } = form.formState;
  const isFaulty = (_: R, place: number) => get(errors, `${list}.${place}`) !== undefined;
  const faulty = new Set(rows.filter(isFaulty).map(({ _id }) => _id));
  const nameAt = (place: number) => rows[place]?.name.trim() || words.unnamed;
  // A row with an error stays open once that is corrected.
  const missing = rows.filter(({ _id }) => faulty.has(_id) && !opened.has(_id));
  if (missing.length > 0) setOpened(new Set([...opened, ...missing.map(({ _id }) => _id)]));

  const ordered = useOrderedRows({
    keys: rows.map(({ _id }) => _id),
    landing: 'toggle',
    words: texts,
    nameOf: nameAt,
    onMove(from, to) {
      setRefused(undefined);
      array.move(from, to);
    },
    onRemove: remove,
  });
  const { id } = ordered;

  function remove(place: number) {
    const row = rows[place];
    const why = row && keeps?.(row);
    setRefused(why ? { row: row._id, why } : undefined);
    if (!row || why) return false;
    array.remove(place);
    return onRemoved?.(row);
  }

  function add() {
    const row = newRow();
    setOpened((before) => new Set([...before, row._id]));
    array.append(row as never, { shouldFocus: false });
    ordered.focus(`${row._id}-fields`);
  }

  function toggle({ _id }: R) {
    setOpened((before) => {
      const next = new Set(before);
      if (!next.delete(_id)) next.add(_id);
      return next;
    });
  }

  return (
    <>
      <p role="status" className="sr-only">
        {ordered.said}
      </p>
      {rows.length === 0 && empty}
      {rows.length > 0 && (
        <ul className="border-b border-line">
          {rows.map((row, place) => {
            const { _id } = row;
            const isOpen = opened.has(_id) || faulty.has(_id);
            const name = nameAt(place);
            return (
              <li key={_id} aria-label={name} className="border-t border-line py-2.5">
                <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                  <div className="min-w-0 grow basis-48">
                    <p className="font-semibold wrap-anywhere">{name}</p>
                    <p className="line-clamp-2 text-sm text-ink-soft tabular-nums wrap-anywhere">
                      {summary(row)}
                    </p>
                  </div>
                  <div className="flex items-center gap-1">
                    {ordered.buttons(
                      place,
                      <Button
                        id={`${id}-${_id}-toggle`}
                        size="sm"
                        variant="secondary"
                        aria-label={texts.editOne(name)}
                        aria-expanded={isOpen}
                        onClick={() => toggle(row)}
                      >
                        {texts.edit}
                      </Button>,
                    )}
                  </div>
                </div>
                <p role="alert" className="text-sm font-medium text-bad empty:hidden">
                  {refused?.row === _id ? refused.why : ''}
                </p>
                {isOpen && (
                  <div id={`${id}-${_id}-fields`} className="mt-3 mb-3 border-l-2 border-line pl-4">
                    {fields(place)}
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <AddRowButton rows={ordered} className="mt-4" onClick={add}>
        {words.add}
      </AddRowButton>
    </>
  );
}
