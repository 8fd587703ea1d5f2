import { Link } from 'react-router';
import type { Address } from '#features/addresses/contract.ts';
import { addressPickerTexts as texts } from '#features/addresses/texts.ts';
import { SelectField } from '#ui/field.tsx';
import { QueryError } from '#ui/list-states.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import type { AddressBook } from './use-addresses.ts';

/** Ids of address book entries: for delivery, and for the bill if that differs. */
export type AddressChoice = { to?: string | undefined; bill?: string | undefined };

interface AddressPickerProps {
  book: AddressBook;
  choice: AddressChoice;
  onChoose: (choice: AddressChoice) => void;
  /** The orders' own addresses, which apply unless another is chosen. */
  ordered: readonly string[];
}

/** Selects a payment's delivery and billing address from the buyer's address book; links to the book if it is
 * empty. */
export function AddressPicker({ book, choice, onChoose, ordered }: AddressPickerProps) {
  const [first, another] = new Set(ordered);
  const asOrdered = first === undefined || another !== undefined ? texts.asOrdered : first;
  return (
    <div className="grid gap-4">
      <QueryError of={book} />
      {book.data?.length !== 0 && (
        <>
          <Choice
            label={texts.deliverTo}
            none={asOrdered}
            book={book.data}
            value={choice.to}
            onChoose={(to) => onChoose({ ...choice, to })}
          />
          <Choice
            label={texts.billTo}
            none={texts.sameAddress}
            book={book.data}
            value={choice.bill}
            onChoose={(bill) => onChoose({ ...choice, bill })}
          />
        </>
      )}
      <Link
        to="/dashboard/addresses"
        className="inline-flex min-h-6 items-center justify-self-start text-sm text-link"
      >
        {texts.toBook}
      </Link>
    </div>
  );
}

type ChoiceProps = {
  label: string;
  none: string;
  book: readonly Address[] | undefined;
  value: string | undefined;
  onChoose: (id: string | undefined) => void;
};

/** One of the two selections. A deleted entry counts as not chosen. */
function Choice({ label, none, book = [], value, onChoose }: ChoiceProps) {
  const chosen = book.find(({ _id }) => _id === value);
  return (
    <div>
      <SelectField
        label={label}
        value={chosen?._id ?? ''}
        onChange={({ target }) => onChoose(target.value || undefined)}
        none={none}
        options={book.map(({ _id, text }) => [_id, text])}
      />
      {chosen && (
        <address className="mt-2 text-sm whitespace-pre-line text-ink-soft not-italic wrap-anywhere">
          <SavedText text={chosen.lines.join('\n')} />
        </address>
      )}
    </div>
  );
}
