import { useRef, useState } from 'react';
import { z } from 'zod/mini';
import { type Scope, scopeFacts, scopes } from '#contracts/scopes.ts';
import { type UserRole, userRoles } from '#features/users/roles-contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { Advanced } from '#ui/dashboard/advanced.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { CheckField, TextArea, TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { addApiKeyCall, newApiKeySchema } from '../contract.ts';
import { apiKeyRuleTexts, scopePresets, apiKeysTexts as texts } from '../texts.ts';

const { name, scopes: chosenScopes, addresses: addressList } = newApiKeySchema.shape;

const linesOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);

/** As its form has it: the last day, and one address a line. */
const formSchema = z.object({
  name,
  scopes: chosenScopes,
  lastDay: z.string(),
  addresses: z
    .string()
    .check(z.refine((text) => z.safeParse(addressList, linesOf(text)).success, apiKeyRuleTexts.address)),
});
type NewKeyForm = z.infer<typeof formSchema>;

type NewApiKeyProps = { role: UserRole; listKey: readonly string[]; onClose: () => void };

/** Makes an API key, and shows it once. */
export function NewApiKeyDialog({ open, ...form }: NewApiKeyProps & { open: boolean }) {
  const [key, setKey] = useState<string>();
  const close = () => {
    form.onClose();
    setKey(undefined);
  };
  return (
    <Dialog open={open} onClose={close} title={key ? texts.made.title : texts.form.title}>
      {key ? (
        <MadeKey apiKey={key} onClose={close} />
      ) : (
        <NewKeyForm {...form} onClose={close} onMade={setKey} />
      )}
    </Dialog>
  );
}

const isOfUse = (role: UserRole) => (scope: Scope) =>
  userRoles.indexOf(scopeFacts[scope].role) >= userRoles.indexOf(role);

function NewKeyForm({ role, listKey, onClose, onMade }: NewApiKeyProps & { onMade: (key: string) => void }) {
  const { api } = useSession();
  const { form, field, problem, isSending, formProps } = useCallForm({
    schema: formSchema,
    defaultValues: { name: '', scopes: [], lastDay: '', addresses: '' },
    send: ({ name, scopes, lastDay, addresses }: NewKeyForm) =>
      api.call(addApiKeyCall, {
        body: {
          ...{ name, scopes, addresses: linesOf(addresses) },
          ...(lastDay && { expiresAt: `${lastDay}T23:59:59Z` }),
        },
      }),
    onSent: ({ key }) => onMade(key),
    changes: [listKey],
    fieldAtFault: (refused) => (refused === 'expiresAt' ? 'lastDay' : fieldOfForm(refused)),
  });
  const offered = scopes.filter(isOfUse(role));
  const { errors } = form.formState;
  const problemOfScopes = errors.scopes?.message;
  return (
    <form {...formProps} className="space-y-5">
      <TextField label={texts.form.name} hint={texts.form.nameHint} {...field('name')} />
      <fieldset aria-describedby="scopes-problem">
        <legend className="text-sm font-semibold">{texts.form.scopes}</legend>
        <p className="mt-1 text-sm text-ink-soft">{texts.form.presets}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          {scopePresets
            .filter((preset) => preset.scopes.every(isOfUse(role)))
            .map(({ label, scopes: ofPreset }) => (
              <Button
                key={label}
                size="sm"
                variant="secondary"
                onClick={() =>
                  form.setValue('scopes', [...ofPreset], { shouldValidate: form.formState.isSubmitted })
                }
              >
                {label}
              </Button>
            ))}
        </div>
        <div className="mt-3 space-y-0.5">
          {offered.map((scope) => (
            <CheckField key={scope} value={scope} className="min-h-8 text-sm" {...form.register('scopes')}>
              {scopeFacts[scope].text} <code className="text-ink-soft">{scope}</code>
            </CheckField>
          ))}
        </div>
        <p id="scopes-problem" role="alert" className="mt-1.5 text-sm font-medium text-bad empty:hidden">
          {problemOfScopes}
        </p>
      </fieldset>
      <Advanced about={texts.form.limits} isUsed={Boolean(errors.lastDay ?? errors.addresses)}>
        <TextField
          type="date"
          label={texts.form.lastDay}
          hint={texts.form.lastDayHint}
          {...field('lastDay')}
        />
        <TextArea
          rows={3}
          label={texts.form.addresses}
          hint={texts.form.addressesHint}
          {...field('addresses')}
        />
      </Advanced>
      <p role="alert" className="font-medium text-bad empty:hidden">
        {problem}
      </p>
      <DialogFoot onClose={onClose} busy={isSending}>
        {texts.form.send}
      </DialogFoot>
    </form>
  );
}

/** The form's field for the call's, such as `scopes.0`. */
function fieldOfForm(refused = ''): keyof NewKeyForm | undefined {
  const [named] = refused.split('.');
  return (['name', 'scopes', 'addresses'] as const).find((each) => each === named);
}

function MadeKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  async function copy() {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(apiKey);
      notify.success(texts.made.copied);
    } catch {
      // The browser refuses, or has no clipboard for pages over plain HTTP: the key is selected.
      notify.error(texts.made.notCopied);
    }
  }
  return (
    <div className="space-y-5">
      <p>{texts.made.text}</p>
      <TextField
        ref={input}
        readOnly
        autoFocus
        label={texts.made.key}
        value={apiKey}
        className="font-mono"
        onFocus={({ target }) => target.select()}
        after={
          <Button variant="secondary" onClick={copy}>
            {texts.made.copy}
          </Button>
        }
      />
      <div className="flex justify-end">
        <Button onClick={onClose}>{texts.made.done}</Button>
      </div>
    </div>
  );
}
