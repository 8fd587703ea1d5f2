import { useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { z } from 'zod/mini';
import { UTC } from '#contracts/time-zone.ts';
import { FileField } from '#features/pictures/web/drop-box.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { saveFile } from '#ui/client/save-file.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { ErrorState, QueryError } from '#ui/list-states.tsx';
import { timesIn } from '#ui/moments.ts';
import { useAction } from '#ui/use-action.ts';
import {
  addExemptionCall,
  checkExemptionCall,
  checkExemptionSchema,
  deleteExemptionCall,
  type Exemption,
  getExemptionFileCall,
  listExemptionsCall,
  listPendingExemptionsCall,
} from '../contract.ts';
import { type ExemptionKind, exemptionKinds } from '../rules.ts';
import { exemptionLabel, exemptionRuleTexts, exemptionTexts as texts } from '../texts.ts';

const exemptionsKey = ['exemptions'];

type Whose = { email?: string | undefined; isStaff?: boolean };

/** A person's certificates, with a form to add one: one's own, or a customer's for staff. */
export function Exemptions({ email, isStaff = false }: Whose) {
  const query = email === undefined ? {} : { email };
  const found = useCall([...exemptionsKey, email ?? ''], listExemptionsCall, { query });
  const [isAdding, setAdding] = useState(false);
  return (
    <div className="space-y-4">
      <QueryError of={found} />
      {!found.data?.length && !found.error && (
        // Keeps its line until it is known, so that what stands below does not move.
        <p className={classNames('text-ink-soft', !found.data && 'invisible')}>{texts.none}</p>
      )}
      {found.data && found.data.length > 0 && (
        <ul className="divide-y divide-line">
          {found.data.map((certificate) => (
            <Certificate key={certificate._id} certificate={certificate} isStaff={isStaff} />
          ))}
        </ul>
      )}
      <Button size="sm" variant="secondary" onClick={() => setAdding(true)}>
        {texts.add}
      </Button>
      <Dialog open={isAdding} onClose={() => setAdding(false)} title={texts.addTitle}>
        <AddForm email={email} isStaff={isStaff} onClose={() => setAdding(false)} />
      </Dialog>
    </div>
  );
}

/** The certificates that staff have to check. */
export function PendingExemptions() {
  const found = useCall([...exemptionsKey, 'pending'], listPendingExemptionsCall, {});
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className="space-y-4">
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        {texts.toCheck}
      </h2>
      <QueryError of={found} />
      {found.data?.length === 0 && <p className="text-ink-soft">{texts.noneToCheck}</p>}
      <ul className="divide-y divide-line">
        {found.data?.map((certificate) => (
          <Certificate
            key={certificate._id}
            certificate={certificate}
            isStaff
            isNamed
            onGone={() => heading.current?.focus()}
          />
        ))}
      </ul>
    </section>
  );
}

type CertificateProps = {
  certificate: Exemption;
  isStaff: boolean;
  /** Whether it says whose it is. */
  isNamed?: boolean;
  onGone?: () => void;
};

const stateTones = { pending: 'warn', approved: 'good', refused: 'bad' } as const;

function Certificate({ certificate, isStaff, isNamed, onGone }: CertificateProps) {
  const { api } = useSession();
  const [isRefusing, setRefusing] = useState(false);
  const { _id: id, email, kind, number, states, expiresOn, state, reason, isExpired } = certificate;
  const label = exemptionLabel[kind](number);
  const params = { id };
  const changes = [exemptionsKey];
  const opening = useAction({
    call: async () => saveFile(await api.request(getExemptionFileCall, { params })),
  });
  const approving = useAction({
    call: () => api.call(checkExemptionCall, { params, body: { state: 'approved' } }),
    ...{ changes, done: texts.checked.approved },
    onEnd: (isDone) => isDone && onGone?.(),
  });
  const removing = useAction({
    call: () => api.call(deleteExemptionCall, { params }),
    ...{ changes, done: texts.removed },
  });
  const isLate = state === 'approved' && isExpired;
  return (
    <li className="space-y-2 py-3 text-sm first:pt-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">
          {/* The number is not broken at its hyphens. */}
          {texts.kinds[kind]} <span className="inline-block max-w-full">{number}</span>
        </span>
        <Badge tone={isLate ? 'bad' : stateTones[state]}>{isLate ? texts.expired : texts[state]}</Badge>
      </p>
      <p className="wrap-anywhere text-ink-soft">
        {[
          isNamed && texts.of(email),
          texts.inStates(states.map((each) => each.slice('US-'.length)).join(', ')),
          expiresOn ? texts.expires(timesIn(UTC).day(expiresOn)) : texts.noExpiry,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {reason && <p className="wrap-anywhere">{reason}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="secondary"
          aria-label={texts.viewOf(label)}
          busy={opening.isPending}
          onClick={() => opening.mutate()}
        >
          {texts.view}
        </Button>
        {isStaff && state !== 'approved' && (
          <Button
            size="sm"
            aria-label={texts.approveOf(label)}
            busy={approving.isPending}
            onClick={() => approving.mutate()}
          >
            {texts.approve}
          </Button>
        )}
        {isStaff && state !== 'refused' && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={texts.refuseOf(label)}
            onClick={() => setRefusing(true)}
          >
            {texts.refuse}
          </Button>
        )}
        {state !== 'approved' && (
          <Button
            size="sm"
            variant="quiet"
            aria-label={texts.removeOf(label)}
            busy={removing.isPending}
            onClick={() => removing.mutate()}
          >
            {texts.remove}
          </Button>
        )}
      </div>
      <Dialog open={isRefusing} onClose={() => setRefusing(false)} title={texts.refuseTitle}>
        <RefuseForm
          id={id}
          onClose={() => setRefusing(false)}
          onDone={() => {
            setRefusing(false);
            onGone?.();
          }}
        />
      </Dialog>
    </li>
  );
}

function RefuseForm({ id, onClose, onDone }: { id: string; onClose: () => void; onDone: () => void }) {
  const { api } = useSession();
  const { field, problem, isSending, formProps } = useCallForm({
    schema: checkExemptionSchema,
    defaultValues: { state: 'refused', reason: '' },
    send: (body) => api.call(checkExemptionCall, { params: { id }, body }),
    changes: [exemptionsKey],
    onEnd: (isDone) => isDone && onDone(),
    done: texts.checked.refused,
  });
  return (
    <form {...formProps} className="grid w-96 max-w-full gap-4">
      <p className="text-sm text-ink-soft">{texts.refuseText}</p>
      <TextArea label={texts.reason} rows={2} {...field('reason')} />
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} busy={isSending}>
        {texts.refuse}
      </DialogFoot>
    </form>
  );
}

const formSchema = z.object({
  kind: z.enum(exemptionKinds),
  number: z.string().check(z.trim(), z.minLength(1, exemptionRuleTexts.number.missing)),
  states: z.string().check(z.trim(), z.minLength(1, exemptionRuleTexts.states)),
  expiresOn: z.string(),
  certificate: z.custom<File | undefined>((value) => value instanceof File, texts.fileMissing),
});
type Fields = z.infer<typeof formSchema>;
const names = Object.keys(formSchema.shape) as (keyof Fields)[];
const noFields: Fields = { kind: 'resale', number: '', states: '', expiresOn: '', certificate: undefined };

function AddForm({ email, isStaff, onClose }: Whose & { onClose: () => void }) {
  const { api } = useSession();
  const { form, field, problem, isSending, formProps } = useCallForm({
    schema: formSchema,
    defaultValues: noFields,
    send: ({ certificate, ...facts }: Fields) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(facts)) body.append(name, value);
      if (certificate) body.append('certificate', certificate);
      return api.call(addExemptionCall, { query: email === undefined ? {} : { email }, form: body });
    },
    fieldAtFault: (refused) => names.find((name) => name === refused),
    changes: [exemptionsKey],
    onEnd: (isDone) => isDone && onClose(),
    done: isStaff ? texts.uploadedFor : texts.uploaded,
  });
  const kinds = exemptionKinds.map((kind: ExemptionKind) => [kind, texts.kinds[kind]] as const);
  return (
    <form {...formProps} className="grid w-120 max-w-full gap-4">
      <p className="text-sm text-ink-soft">{isStaff ? texts.advice : texts.lead}</p>
      <SelectField label={texts.kind} {...field('kind')} options={kinds} />
      <TextField label={texts.number} autoComplete="off" {...field('number')} />
      <TextField label={texts.states} hint={texts.statesHint} autoComplete="off" {...field('states')} />
      <TextField type="date" label={texts.expiresOn} hint={texts.expiresHint} {...field('expiresOn')} />
      <Controller
        control={form.control}
        name="certificate"
        render={({ field: { ref, name, value, onBlur, onChange }, fieldState }) => (
          <FileField
            {...{ ref, name, onBlur }}
            label={texts.file}
            hint={texts.fileHint}
            prompt={texts.choose}
            accept="application/pdf,image/jpeg,image/png,image/webp"
            file={value}
            error={fieldState.error?.message}
            onFiles={([chosen]) => onChange(chosen)}
          />
        )}
      />
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} busy={isSending}>
        {texts.upload}
      </DialogFoot>
    </form>
  );
}
