import { useWatch } from 'react-hook-form';
import { readTypedNumber } from '#contracts/number-notation.ts';
import { PartNumber } from '#features/orders/web/part-number.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { CheckField, TextArea, TextField } from '#ui/field.tsx';
import { ErrorState } from '#ui/list-states.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { uiTexts } from '#ui/texts.ts';
import { changeReturnCall, MAX_RETURN_TEXT, type Return, type ReturnLine } from '../contract.ts';
import { returnTexts, answerReturnTexts as texts } from '../screen-texts.ts';
import { returnReasonTexts } from '../texts.ts';
import { awaitedOf, useReturnChange } from './return-parts.tsx';

/** What staff type about a line. */
type TypedLine = { arrived: string; accepted: string; restock: string; deduct: string; why: string };
type Values = { lines: Record<string, TypedLine>; delivery: boolean };

const EMPTY: TypedLine = { arrived: '', accepted: '', restock: '', deduct: '', why: '' };

/** Checks in what has arrived of a return: how much of it is accepted, and so refunded, how much returns to
 * stock, and why the rest does not. */
export function ReceiveForm({ made, onClose }: { made: Return; onClose: () => void }) {
  const { form, field, problem, isSending, formProps } = useReceiveForm(made, onClose);
  const typed = useWatch({ control: form.control, name: 'lines' });
  const arrived = Object.values(typed).reduce((sum, line) => sum + unitsOf(line.arrived), 0);
  return (
    <form {...formProps} className="max-w-3xl space-y-5">
      <div>
        <h2 className="text-lg">{texts.receiveTitle}</h2>
        <p className="mt-1 max-w-prose text-ink-soft">{texts.receiveLead}</p>
      </div>
      <ul
        aria-label={returnTexts.lines}
        className="divide-y divide-line rounded-md border border-line bg-surface px-4 sm:px-5"
      >
        {made.lines
          .filter((line) => awaitedOf(line) > 0)
          .map((line) => (
            <ArrivedLine
              key={line.orderId}
              line={line}
              typed={typed[line.orderId] ?? EMPTY}
              field={field}
              onArrived={(units) => {
                const name = `lines.${line.orderId}.accepted` as const;
                if (!form.getFieldState(name).isDirty) form.setValue(name, units);
              }}
            />
          ))}
      </ul>
      {made.kind === 'return' ? (
        <CheckField className="min-h-8" {...form.register('delivery')}>
          {texts.delivery}
        </CheckField>
      ) : (
        <p className="text-sm text-ink-soft">{texts.deliveryOfWithdrawal}</p>
      )}
      {problem && <ErrorState message={problem} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSending}>
          {arrived > 0 ? texts.checkIn(arrived) : texts.check}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {uiTexts.cancel}
        </Button>
      </div>
    </form>
  );
}

/** The units that a text means; an empty one means none, and anything else that is no number does, too. */
const unitsOf = (text: string) => (/^\s*\d+\s*$/.test(text) ? Number(text) : 0);

const unitsProblem = (text: string, most: number) =>
  (text.trim() === '' || /^\s*\d+\s*$/.test(text)) && unitsOf(text) <= most ? undefined : texts.upTo(most);

const amountProblem = (text: string) =>
  text.trim() === '' || readTypedNumber(text) >= 0 ? undefined : texts.amountWrong;

/** Whether the buyer must be told why: units are not accepted, or less is refunded. */
const needsWhy = ({ arrived, accepted, deduct }: TypedLine) =>
  unitsOf(accepted) < unitsOf(arrived) || readTypedNumber(deduct) > 0;

type ArrivedLineProps = {
  line: ReturnLine;
  typed: TypedLine;
  field: ReturnType<typeof useReceiveForm>['field'];
  onArrived: (units: string) => void;
};

function ArrivedLine({ line, typed, field, onArrived }: ArrivedLineProps) {
  const { orderId, orderNumber, toolName, reason } = line;
  const name = `lines.${orderId}` as const;
  const number = { inputMode: 'numeric', autoComplete: 'off', placeholder: '0' } as const;
  const arrived = unitsOf(typed.arrived);
  const { onChange, ...arrivedField } = field(`${name}.arrived`, {
    validate: (text) => unitsProblem(text, awaitedOf(line)),
  });
  return (
    <li aria-label={orderNumber} className="space-y-3 py-4">
      <div>
        <p className="font-semibold wrap-anywhere">
          <SavedText text={toolName} />
          <PartNumber of={line} className="text-sm" />
        </p>
        <p className="text-sm text-ink-soft tabular-nums">
          {orderNumber} · {returnTexts.awaited(awaitedOf(line))} · {returnReasonTexts[reason]}
        </p>
      </div>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-4">
        <TextField
          {...number}
          label={texts.arrived}
          aria-label={texts.arrivedOf(toolName)}
          onChange={(event) => {
            onArrived(event.target.value);
            return onChange(event);
          }}
          {...arrivedField}
        />
        <TextField
          {...number}
          label={texts.accepted}
          aria-label={texts.acceptedOf(toolName)}
          {...field(`${name}.accepted`, {
            validate: (text, { lines }) => unitsProblem(text, unitsOf(lines[orderId]?.arrived ?? '')),
          })}
        />
        <TextField
          {...number}
          label={texts.restock}
          aria-label={texts.restockOf(toolName)}
          {...field(`${name}.restock`, {
            validate: (text, { lines }) => unitsProblem(text, unitsOf(lines[orderId]?.accepted ?? '')),
          })}
        />
        <TextField
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          label={texts.deduct}
          aria-label={texts.deductOf(toolName)}
          {...field(`${name}.deduct`, { validate: amountProblem })}
        />
      </div>
      {arrived > 0 && needsWhy(typed) && (
        <TextArea
          label={texts.whyNot}
          aria-label={texts.whyNotOf(toolName)}
          hint={texts.whyNotHint}
          rows={2}
          maxLength={MAX_RETURN_TEXT}
          {...field(`${name}.why`, {
            validate: (text, { lines }) =>
              text.trim() !== '' || !needsWhy(lines[orderId] ?? EMPTY) || texts.reasonMissing,
          })}
        />
      )}
    </li>
  );
}

/** Converts what was typed to the lines that have arrived. */
const linesOf = ({ lines }: Values) =>
  Object.entries(lines).flatMap(([orderId, line]) => {
    const received = unitsOf(line.arrived);
    if (received === 0) return [];
    const deduct = readTypedNumber(line.deduct);
    return [
      {
        orderId,
        received,
        accepted: unitsOf(line.accepted),
        restock: unitsOf(line.restock),
        ...(deduct > 0 && { deduct }),
        ...(needsWhy(line) && { rejectedReason: line.why }),
      },
    ];
  });

/** The field of the form for each one of a line on the wire. */
const fields = {
  received: 'arrived',
  accepted: 'accepted',
  restock: 'restock',
  deduct: 'deduct',
  rejectedReason: 'why',
} as const;

function useReceiveForm(made: Return, onClose: () => void) {
  const { api } = useSession();
  const params = { id: made._id };
  const change = useReturnChange<Values>((values, keyFor) => {
    const body = {
      state: 'received' as const,
      lines: linesOf(values),
      ...(values.delivery && { delivery: true }),
    };
    return api.call(changeReturnCall, { params, body, headers: { 'idempotency-key': keyFor(body) } });
  });
  const callForm = useCallForm<Values, Values, Return>({
    defaultValues: {
      lines: Object.fromEntries(made.lines.map(({ orderId }) => [orderId, EMPTY])),
      delivery: false,
    },
    send: change.call,
    onSent: change.onDone ?? (() => undefined),
    changes: change.changes ?? [],
    onEnd: (isDone) => isDone && onClose(),
    done: texts.checkedIn,
    fieldAtFault: (field, values) => {
      const [, nth, name] = /^lines\.(\d+)\.(\w+)$/.exec(field ?? '') ?? [];
      const line = linesOf(values)[Number(nth)];
      const own = fields[name as keyof typeof fields];
      return line && own ? `lines.${line.orderId}.${own}` : undefined;
    },
  });
  const { form, submit, setProblem, formProps } = callForm;
  const send = form.handleSubmit((values) =>
    linesOf(values).length > 0 ? submit(values) : setProblem(texts.nothing),
  );
  return { ...callForm, formProps: { ...formProps, onSubmit: send } };
}
