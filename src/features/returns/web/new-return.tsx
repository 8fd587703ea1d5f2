import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { PartNumber } from '#features/orders/web/part-number.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { type ApiClient, errorMessage } from '#ui/client/api-client.ts';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { EmptyState, ErrorState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { notify } from '#ui/toast.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import {
  chosenReasons,
  getReturnableCall,
  MAX_RETURN_TEXT,
  type Return,
  type Returnable,
  requestReturnCall,
} from '../contract.ts';
import type { ReturnReader } from '../return-states.ts';
import { newReturnTexts as texts } from '../screen-texts.ts';
import { notReturnableTexts, returnReasonTexts } from '../texts.ts';
import { dayWords, isMissing, returnsKey } from './return-parts.tsx';
import { returnPath } from './return-paths.ts';
import { PicturesField, sendPictures } from './return-pictures.tsx';

/** The form that asks for a return of the order in the address, and of others of its purchase. */
export function NewReturn({ reader }: { reader: ReturnReader }) {
  const [search] = useSearchParams();
  const orderId = search.get('order') ?? '';
  const purchase = useCall([...returnsKey, 'new', orderId], getReturnableCall, {
    params: { id: orderId },
    enabled: orderId !== '',
    // What was typed is about these.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data, error } = purchase;
  const isNone = orderId === '' || isMissing(error);
  return (
    <>
      <PageHead
        title={texts.title}
        lead={data && texts.lead(data.purchaseNumber)}
        actions={
          <LinkButton to={homeOf[reader]} variant="secondary" size="sm">
            {reader === 'staff' ? texts.toDesk : texts.toOrders}
          </LinkButton>
        }
      />
      {!isNone && <QueryError of={purchase} />}
      {purchase.isLoading && <Skeleton className="h-96 w-full max-w-3xl" />}
      {isNone && <EmptyState title={texts.none}>{texts.noneWhy}</EmptyState>}
      {data && <RequestForm purchase={data} chosen={orderId} isForBuyer={reader === 'buyer'} />}
    </>
  );
}

const homeOf = { buyer: '/dashboard/orders', staff: '/dashboard/manageorders' };

type Values = { units: Record<string, string>; reasons: Record<string, string>; note: string };
type Line = Returnable['lines'][number];

type RequestFormProps = { purchase: Returnable; chosen: string; isForBuyer: boolean };

function RequestForm({ purchase: { lines }, chosen, isForBuyer }: RequestFormProps) {
  const [files, setFiles] = useState<File[]>([]);
  const { field, problem, isSending, formProps } = useRequestForm(lines, chosen, files);
  const isNone = lines.every(({ quantity }) => quantity === 0);
  // The order that it was opened for comes first.
  const shown = lines.toSorted(
    (one, other) => Number(other.orderId === chosen) - Number(one.orderId === chosen),
  );
  return (
    <form {...formProps} className="max-w-3xl space-y-6">
      <ul
        aria-label={texts.lines}
        className="divide-y divide-line rounded-md border border-line bg-surface px-4 sm:px-5"
      >
        {shown.map((line) => (
          <ReturnedOrder key={line.orderId} line={line} field={field} />
        ))}
      </ul>
      {!isNone && (
        <>
          <TextArea
            label={texts.note}
            hint={texts.noteHint}
            rows={3}
            maxLength={MAX_RETURN_TEXT}
            {...field('note')}
          />
          <PicturesField files={files} onChange={setFiles} />
        </>
      )}
      {problem && <ErrorState message={problem} />}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {!isNone && (
          <Button type="submit" busy={isSending}>
            {texts.send}
          </Button>
        )}
        {isForBuyer && lines.some(({ quantity }) => quantity === 0) && (
          <p className="text-sm text-ink-soft">
            {texts.wrong}{' '}
            <Link to="/#contact" className="text-link">
              {texts.contact}
            </Link>
          </p>
        )}
      </div>
    </form>
  );
}

type FieldOf = ReturnType<typeof useRequestForm>['field'];

/** Returns what is wrong with a typed number of units; an empty one counts as 0. */
const unitsProblem = (typed: string, most: number) =>
  /^\d*$/.test(typed.trim()) && Number(typed) <= most ? undefined : texts.unitsWrong(most);

/** One order of the purchase: how many units of it, and why; or why none of it. */
function ReturnedOrder({ line, field }: { line: Line; field: FieldOf }) {
  const { orderId, orderNumber, toolName, quantity, until, isAssumed, why } = line;
  return (
    <li aria-label={orderNumber} className="flex gap-3 py-4">
      <ToolPicture
        of={line}
        sizes="80px"
        className="w-14 shrink-0 self-start rounded-md border border-line"
      />
      <div className="min-w-0 flex-1 space-y-3">
        <div>
          <p className="font-semibold wrap-anywhere">
            <SavedText text={toolName} />
            <PartNumber of={line} className="text-sm" />
          </p>
          <p className="text-sm text-ink-soft tabular-nums">
            {[orderNumber, quantity > 0 && until && texts.until(dayWords(until), isAssumed)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        {quantity === 0 ? (
          <p className="text-sm">{why && notReturnableTexts[why]}</p>
        ) : (
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <TextField
              label={texts.quantity}
              aria-label={texts.units(toolName)}
              hint={texts.unitsOf(quantity)}
              inputMode="numeric"
              autoComplete="off"
              {...field(`units.${orderId}`, { validate: (typed) => unitsProblem(typed, quantity) })}
            />
            <SelectField
              label={texts.why}
              aria-label={texts.reason(toolName)}
              none={texts.chooseReason}
              options={chosenReasons.map((reason) => [reason, returnReasonTexts[reason]])}
              {...field(`reasons.${orderId}`, {
                validate: (reason, { units }) =>
                  reason !== '' || !(Number(units[orderId]) > 0) || texts.reasonMissing,
              })}
            />
          </div>
        )}
      </div>
    </li>
  );
}

function useRequestForm(lines: readonly Line[], chosen: string, files: readonly File[]) {
  const { api } = useSession();
  const navigate = useNavigate();
  const callForm = useCallForm<Values, Values, Return>({
    defaultValues: {
      units: Object.fromEntries(
        lines.map(({ orderId, quantity }) => [
          orderId,
          orderId === chosen && quantity > 0 ? String(quantity) : '',
        ]),
      ),
      reasons: Object.fromEntries(lines.map(({ orderId }) => [orderId, ''])),
      note: '',
    },
    send: (values, keyFor) => {
      const body = { lines: linesOf(values), note: values.note };
      return api.call(requestReturnCall, { body, headers: { 'idempotency-key': keyFor(body) } });
    },
    onSent: async (made) => {
      const missing = await missingPictures(api, made, files);
      if (missing) notify.error(texts.sentWithout(made.number, missing));
      else notify.success(texts.sent(made.number));
      await navigate(returnPath(made._id), { replace: true });
    },
    changes: [['orders']],
    fieldAtFault: (field, values) => {
      const [, nth, name] = /^lines\.(\d+)\.(quantity|reason)$/.exec(field ?? '') ?? [];
      const line = linesOf(values)[Number(nth)];
      return line && (name === 'reason' ? `reasons.${line.orderId}` : `units.${line.orderId}`);
    },
  });
  const { form, submit, setProblem, formProps } = callForm;
  const send = form.handleSubmit((values) =>
    linesOf(values).length > 0 ? submit(values) : setProblem(texts.nothing),
  );
  return { ...callForm, formProps: { ...formProps, onSubmit: send } };
}

type ChosenReason = (typeof chosenReasons)[number];

const linesOf = ({ units, reasons }: Values) =>
  Object.entries(units).flatMap(([orderId, typed]) =>
    Number(typed) > 0 ? [{ orderId, quantity: Number(typed), reason: reasons[orderId] as ChosenReason }] : [],
  );

/** Uploads the pictures of a return that is made already. Returns why they are missing, if they are. */
async function missingPictures(api: ApiClient, made: Return, files: readonly File[]) {
  if (files.length === 0) return undefined;
  return sendPictures(api, made, files).then(() => undefined, errorMessage);
}
