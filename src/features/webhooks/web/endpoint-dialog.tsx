import type { z } from 'zod/mini';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { FormFoot } from '#ui/dashboard/form-parts.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { CheckField, TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import {
  addEndpointCall,
  changeEndpointCall,
  newEndpointSchema,
  type WebhookEndpoint,
  webhookEvents,
} from '../contract.ts';
import { webhookEventTexts } from '../texts.ts';
import { webhookTexts as texts } from './texts.ts';

type EndpointDialogProps = {
  /** The one to edit; a new one if left out. */
  endpoint: WebhookEndpoint | undefined;
  isOpen: boolean;
  listKey: readonly string[];
  onClose: () => void;
  onAdded: (secret: string) => void;
};

/** Adds an endpoint, or edits its address and events. */
export function EndpointDialog({ isOpen, ...props }: EndpointDialogProps) {
  return (
    <Dialog open={isOpen} onClose={props.onClose} title={props.endpoint ? texts.editTitle : texts.addTitle}>
      <EndpointForm {...props} />
    </Dialog>
  );
}

type Values = z.input<typeof newEndpointSchema>;
type Sent = z.output<typeof newEndpointSchema>;

function EndpointForm({ endpoint, listKey, onClose, onAdded }: Omit<EndpointDialogProps, 'isOpen'>) {
  const { api } = useSession();
  const chosen = webhookEvents.filter((event) => endpoint?.events.includes(event));
  const { form, field, problem, isSending, formProps } = useCallForm<Values, Sent, string | undefined>({
    schema: newEndpointSchema,
    defaultValues: { url: endpoint?.url ?? '', events: chosen },
    async send(body) {
      if (!endpoint) return (await api.call(addEndpointCall, { body })).secret;
      await api.call(changeEndpointCall, { params: { id: endpoint._id }, body });
      return undefined;
    },
    onSent(secret) {
      onClose();
      if (secret) onAdded(secret);
    },
    changes: [listKey],
    ...(endpoint && { done: texts.saved }),
  });
  const { events: eventsError } = form.formState.errors;
  return (
    <form {...formProps} className="grid gap-5">
      <TextField
        label={texts.url}
        hint={texts.urlHint}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder={texts.urlExample}
        {...field('url')}
      />
      <fieldset aria-describedby={eventsError && 'events-error'}>
        <legend className="mb-1.5 text-sm font-semibold">{texts.events}</legend>
        <div className="grid gap-x-6 sm:grid-cols-2">
          {webhookEvents.map((event) => (
            <CheckField
              key={event}
              className="min-h-8"
              value={event}
              aria-invalid={eventsError ? true : undefined}
              {...form.register('events')}
            >
              {webhookEventTexts[event]}
            </CheckField>
          ))}
        </div>
        {eventsError && (
          <p id="events-error" className="mt-1.5 text-sm font-medium text-bad">
            {eventsError.message}
          </p>
        )}
      </fieldset>
      <FormFoot problem={problem} waiting={undefined}>
        <DialogFoot className="ml-auto" onClose={onClose} busy={isSending}>
          {endpoint ? texts.save : texts.add}
        </DialogFoot>
      </FormFoot>
    </form>
  );
}

export type ShownSecret = { secret: string; isRotated: boolean };

/** Shows a new secret, the only time. */
export function SecretDialog({ shown, onClose }: { shown: ShownSecret | undefined; onClose: () => void }) {
  async function copy(secret: string) {
    try {
      await navigator.clipboard.writeText(secret);
      notify.success(texts.copied);
    } catch {
      notify.error(texts.copyFailed);
    }
  }
  return (
    <Dialog open={shown !== undefined} onClose={onClose} title={texts.secretTitle}>
      {shown && (
        <div className="grid gap-4">
          <p className="max-w-prose">{texts.secretText}</p>
          {shown.isRotated && <p className="max-w-prose">{texts.secretRotated}</p>}
          <TextField
            label={texts.secret}
            readOnly
            value={shown.secret}
            onFocus={({ target }) => target.select()}
            after={
              <Button variant="secondary" onClick={() => copy(shown.secret)}>
                {texts.copy}
              </Button>
            }
          />
          <div className="flex justify-end">
            <Button onClick={onClose}>{texts.done}</Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
