import { useState } from 'react';
import { requestLimits } from '#contracts/limits.ts';
import { FileField } from '#features/pictures/web/drop-box.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { DialogFoot } from '#ui/dialog.tsx';
import { DialogButton } from '#ui/dialog-button.tsx';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { ErrorState } from '#ui/list-states.tsx';
import { notify } from '#ui/toast.tsx';
import { changeReturnCall, MAX_RETURN_TEXT, postages, type Return, setReturnLabelCall } from '../contract.ts';
import { canMoveReturn } from '../return-states.ts';
import { answerReturnTexts as texts } from '../screen-texts.ts';
import { useReturnChange } from './return-parts.tsx';

type OfReturn = { made: Return };

/** Returns the path of the page on which staff order a tool for a customer. */
const replacementPath = ({ email }: Return, toolId: string) =>
  `/dashboard/users/${encodeURIComponent(email)}?${new URLSearchParams({ place: toolId })}`;

/** What staff can do about a return in its state. */
export function StaffActions({ made, onReceive }: OfReturn & { onReceive: () => void }) {
  const { state, lines } = made;
  const can = (move: Parameters<typeof canMoveReturn>[1]) => canMoveReturn(state, move, 'staff');
  const accepted = lines.filter((line) => line.accepted > 0);
  return (
    <>
      {can('received') && <Button onClick={onReceive}>{texts.receive}</Button>}
      {can('approved') && <Approve made={made} />}
      {can('refused') && <Refuse made={made} />}
      {can('closed') && state !== 'requested' && <Close made={made} />}
      {accepted.map(({ orderId, toolId, toolName }) => (
        <LinkButton
          key={orderId}
          to={replacementPath(made, toolId)}
          variant="secondary"
          aria-label={texts.replaceOf(toolName)}
        >
          {accepted.length > 1 ? texts.replaceOf(toolName) : texts.replace}
        </LinkButton>
      ))}
    </>
  );
}

/** Approves a return in a dialog, or corrects where it goes once it is. */
function Approve({ made }: OfReturn) {
  const isNew = made.state === 'requested';
  return (
    <DialogButton
      variant={isNew ? 'primary' : 'secondary'}
      label={isNew ? texts.approve : texts.change}
      title={isNew ? texts.approveTitle : texts.change}
    >
      {(close) => <ApproveForm made={made} isNew={isNew} onClose={close} />}
    </DialogButton>
  );
}

type ApproveValues = { address: string; postage: '' | (typeof postages)[number]; labelUrl: string };
type Reason = { reason: string };
type FormProps = OfReturn & { onClose: () => void };

function ApproveForm({ made, isNew, onClose }: FormProps & { isNew: boolean }) {
  const { api } = useSession();
  const [label, setLabel] = useState<File>();
  const [labelProblem, setLabelProblem] = useState<string>();
  const params = { id: made._id };
  const { call: approve, ...change } = useReturnChange<ApproveValues>(({ address, postage, labelUrl }) => {
    const body = {
      state: 'approved' as const,
      ...(address.trim() && { address }),
      ...(postage && { postage }),
      labelUrl: labelUrl.trim() || null,
    };
    return api.call(changeReturnCall, { params, body });
  });
  const { field, problem, isSending, formProps } = useCallForm<ApproveValues, ApproveValues, Return>({
    defaultValues: {
      address: made.address,
      postage: made.postage ?? '',
      labelUrl: made.labelUrl ?? '',
    },
    send: approve,
    onSent: async (approved, values) => {
      await change.onDone?.(approved, values);
      if (!label) return;
      const form = new FormData();
      form.append('label', label);
      await api
        .call(setReturnLabelCall, { params, form })
        .then((labelled) => change.onDone?.(labelled, values))
        .catch((error) => notify.error(texts.withoutLabel(errorMessage(error))));
    },
    changes: change.changes ?? [],
    onEnd: (isDone) => isDone && onClose(),
    done: isNew ? texts.approved : texts.changed,
  });
  return (
    <form {...formProps} className="grid w-120 max-w-full gap-4">
      {isNew && <p className="text-sm text-ink-soft">{texts.approveLead}</p>}
      <TextArea
        label={texts.address}
        hint={texts.addressHint}
        rows={3}
        maxLength={MAX_RETURN_TEXT}
        {...field('address')}
      />
      <SelectField
        label={texts.postage}
        none={made.postage ? undefined : texts.asSet}
        options={postages.map((payer) => [payer, texts.payers[payer]])}
        {...field('postage')}
      />
      <TextField
        label={texts.labelUrl}
        hint={texts.labelHint}
        type="url"
        autoComplete="off"
        {...field('labelUrl')}
      />
      <FileField
        label={texts.labelFile}
        hint={made.hasLabel ? texts.labelReplace : texts.labelFileHint}
        error={labelProblem}
        accept="application/pdf"
        prompt={texts.labelChoose}
        file={label}
        onFiles={([chosen]) => {
          const isTooLarge = (chosen?.size ?? 0) > requestLimits.returnLabelBytes;
          setLabelProblem(isTooLarge ? texts.labelTooLarge : undefined);
          setLabel(isTooLarge ? undefined : chosen);
        }}
      />
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} busy={isSending}>
        {isNew ? texts.approve : texts.save}
      </DialogFoot>
    </form>
  );
}

function Refuse({ made }: OfReturn) {
  return (
    <DialogButton label={texts.refuse} title={texts.refuseTitle}>
      {(close) => <ReasonForm made={made} to="refused" onClose={close} />}
    </DialogButton>
  );
}

/** Ends a return with a reason for the buyer, which only a refusal needs. */
function ReasonForm({ made: { _id: id }, to: state, onClose }: FormProps & { to: 'refused' | 'closed' }) {
  const { api } = useSession();
  const isRefusal = state === 'refused';
  const change = useReturnChange<Reason>(({ reason }) =>
    api.call(changeReturnCall, { params: { id }, body: { state, ...(reason.trim() && { reason }) } }),
  );
  const { field, problem, isSending, formProps } = useCallForm<Reason, Reason, Return>({
    defaultValues: { reason: '' },
    send: change.call,
    onSent: change.onDone ?? (() => undefined),
    changes: change.changes ?? [],
    onEnd: (isDone) => isDone && onClose(),
    done: isRefusal ? texts.refused : texts.closed,
  });
  return (
    <form {...formProps} className="grid w-120 max-w-full gap-4">
      {!isRefusal && <p className="text-sm text-ink-soft">{texts.closeWhy}</p>}
      <TextArea
        label={isRefusal ? texts.reason : texts.optionalReason}
        hint={texts.reasonHint}
        rows={3}
        maxLength={MAX_RETURN_TEXT}
        {...field('reason', {
          validate: (reason) => !isRefusal || reason.trim() !== '' || texts.reasonMissing,
        })}
      />
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} variant="danger" busy={isSending}>
        {isRefusal ? texts.refuse : texts.close}
      </DialogFoot>
    </form>
  );
}

/** Closes a return of which nothing more arrives. */
function Close({ made }: OfReturn) {
  return (
    <DialogButton label={texts.close} title={texts.closeTitle}>
      {(close) => <ReasonForm made={made} to="closed" onClose={close} />}
    </DialogButton>
  );
}
