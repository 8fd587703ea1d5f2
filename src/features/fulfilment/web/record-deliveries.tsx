import { useState } from 'react';
import {
  type Deliveries,
  type DeliveryAnswers,
  recordDeliveriesCall,
} from '#features/orders/parcel-contract.ts';
import { deliveriesTexts as texts } from '#features/orders/texts/desk.ts';
import { FileField } from '#features/pictures/web/drop-box.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { DialogFoot } from '#ui/dialog.tsx';
import { TextArea } from '#ui/field.tsx';
import { ErrorState } from '#ui/list-states.tsx';
import { notify } from '#ui/toast.tsx';
import { readDeliveries } from './read-deliveries.ts';
import { allOrdersKey, purchasesKey } from './use-shipping.ts';

/** 200 lines are some 10 kB. */
const MAX_FILE_BYTES = 100_000;

/** Records the days of delivery of a carrier's list, pasted or from a file. Lines that were not recorded stay,
 * with their reasons. */
export default function RecordDeliveries({ onClose }: { onClose: () => void }) {
  const { api } = useSession();
  const [refused, setRefused] = useState<DeliveryAnswers>([]);
  const { form, field, problem, isSending, formProps } = useCallForm<
    { rows: string },
    Deliveries,
    DeliveryAnswers
  >({
    resolver({ rows }) {
      const read = readDeliveries(rows);
      if ('problem' in read) return { values: {}, errors: { rows: { type: 'rule', message: read.problem } } };
      return { values: read, errors: {} };
    },
    defaultValues: { rows: '' },
    send: (body) => api.call(recordDeliveriesCall, { body }),
    fieldAtFault: () => 'rows',
    changes: [allOrdersKey, purchasesKey],
    onSent(answers, { deliveries }) {
      const recorded = answers.filter(({ error }) => !error).length;
      if (recorded > 0) notify.success(texts.recorded(recorded));
      const left = answers.filter(({ error }) => error);
      if (left.length === 0) return onClose();
      setRefused(left);
      const lines = deliveries.filter((_, nth) => answers[nth]?.error);
      form.reset({ rows: lines.map((line) => `${line.package}, ${line.deliveredOn}`).join('\n') });
    },
  });
  async function choose(file: File | undefined) {
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) return form.setError('rows', { message: texts.fileTooLarge });
    form.setValue('rows', await file.text(), { shouldValidate: true });
  }
  return (
    <form {...formProps} className="grid w-120 max-w-full gap-4">
      <p className="text-sm text-ink-soft">{texts.lead}</p>
      <TextArea
        label={texts.rows}
        hint={texts.rowsHint}
        rows={8}
        autoComplete="off"
        spellCheck={false}
        {...field('rows')}
      />
      <FileField
        label={texts.file}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        prompt={texts.choose}
        onFiles={([file]) => void choose(file)}
      />
      {refused.length > 0 && (
        <div role="alert" className="text-sm">
          <p className="font-semibold">{texts.refused(refused.length)}</p>
          <ul className="mt-1 list-disc space-y-1 pl-5">
            {refused.map((row, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a number may stand twice in a list.
              <li key={nth} className="wrap-anywhere">
                {texts.problem(row.package, row.error?.message ?? '')}
              </li>
            ))}
          </ul>
        </div>
      )}
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} busy={isSending}>
        {texts.submit}
      </DialogFoot>
    </form>
  );
}
