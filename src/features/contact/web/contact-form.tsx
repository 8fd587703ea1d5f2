import { type FormEvent, useState } from 'react';
import { isEmail } from '#contracts/email.ts';
import { contactFormTexts as texts } from '#features/contact/texts.ts';
import { Button } from '#ui/button.tsx';
import { ApiError, publicApi } from '#ui/client/api-client.ts';
import { TextArea, TextField } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { ErrorState } from '#ui/list-states.tsx';
import { notify } from '#ui/toast.tsx';

const fields = [
  { name: 'name', label: texts.fullName, type: 'text', autoComplete: 'name' },
  { name: 'email', label: texts.email, type: 'email', autoComplete: 'email' },
  { name: 'phone', label: texts.phoneNumber, type: 'tel', autoComplete: 'tel' },
] as const;

const contactFields = ['name', 'email', 'phone', 'message'] as const;
type ContactField = (typeof contactFields)[number];

type ContactValues = Record<ContactField, string>;

/** Errors by field; valid fields are left out. */
type ContactProblems = Partial<ContactValues>;

/** Reads the fields of a sent form. */
export const readContact = (sent: FormData) =>
  Object.fromEntries(contactFields.map((name) => [name, String(sent.get(name) ?? '')])) as ContactValues;

/** Checks the fields in the browser, with the contract's texts; the server has the final say. */
export function contactProblems({ name, email, phone }: Omit<ContactValues, 'message'>): ContactProblems {
  const problems: ContactProblems = {};
  if (!name.trim()) problems.name = texts.noName;
  if (!isEmail(email)) problems.email = texts.noEmail;
  if (!phone.trim()) problems.phone = texts.noPhone;
  return problems;
}

/** Whether an error's `field` is a field of the form. */
export function isContactField(field: string | undefined): field is ContactField {
  return contactFields.some((name) => name === field);
}

/** The target of the form without scripts: the home page's action, and back to this section. */
const ACTION = '/?index#contact';

/** The redirect after the shop has accepted the form. */
export const CONTACT_SENT = '/?sent=contact#contact';

/** What the home page's action returns for a rejected form. */
export interface ContactRefusal {
  values: ContactValues;
  problems: ContactProblems;
  failure?: string;
}

const readValues = (form: HTMLFormElement) => readContact(new FormData(form));

/** Uses no form library, to keep the home page's code small. Typed values stay until the shop has accepted
 * them. Without scripts, the result comes back as `isSent` or `refusal`. `thanks` is shown after success. */
export function ContactForm({
  refusal,
  isSent,
  thanks,
}: {
  refusal: ContactRefusal | undefined;
  isSent: boolean;
  thanks: string;
}) {
  const [problems, setProblems] = useState<ContactProblems>(refusal?.problems ?? {});
  const [failure, setFailure] = useState(refusal?.failure);
  const [sending, setSending] = useState(false);

  async function send(form: HTMLFormElement) {
    setSending(true);
    setFailure(undefined);
    try {
      await publicApi.call(
        import('#features/contact/contract.ts').then((calls) => calls.sendContactMessageCall),
        { body: readValues(form) },
      );
      form.reset();
      notify.success(thanks);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isContactField(error.field)) showProblems(form, { [error.field]: error.message });
      else setFailure(texts.notSent(error.message));
    } finally {
      setSending(false);
    }
  }

  function showProblems(form: HTMLFormElement, found: ContactProblems) {
    setProblems(found);
    const wrong = contactFields.find((name) => found[name]);
    if (wrong) form.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const found = contactProblems(readValues(form));
    showProblems(form, found);
    if (Object.keys(found).length === 0 && !sending) void send(form);
  }

  /** Removes an error as soon as its field is valid; shows none before the form is sent. */
  function recheck(form: HTMLFormElement) {
    const found = contactProblems(readValues(form));
    setProblems((shown) =>
      Object.fromEntries(Object.entries(shown).filter(([name]) => isContactField(name) && found[name])),
    );
  }

  return (
    <form
      method="post"
      action={ACTION}
      noValidate
      onSubmit={submit}
      onInput={(event) => recheck(event.currentTarget)}
      className="space-y-5"
    >
      {isSent && (
        <p className="flex items-center gap-3 rounded-md border border-good/40 bg-good-wash px-4 py-3">
          <Icon name="check" className="size-5 shrink-0 text-good" />
          {thanks}
        </p>
      )}
      {fields.map((field) => (
        <TextField
          key={field.name}
          {...field}
          defaultValue={refusal?.values[field.name]}
          error={problems[field.name]}
        />
      ))}
      <TextArea
        label={texts.message}
        name="message"
        rows={4}
        defaultValue={refusal?.values.message}
        error={problems.message}
      />
      {failure && <ErrorState message={failure} />}
      <Button type="submit" busy={sending} className="w-full">
        {texts.submit}
      </Button>
    </form>
  );
}
