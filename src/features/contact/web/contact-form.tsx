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

/** What is wrong, by field; a field that is right is left out. */
type ContactProblems = Partial<ContactValues>;

/** What a sent form says. */
export const readContact = (sent: FormData) =>
  Object.fromEntries(contactFields.map((name) => [name, String(sent.get(name) ?? '')])) as ContactValues;

/** A first look at what was typed, in the words of the contract; the server has the last one. */
export function contactProblems({ name, email, phone }: Omit<ContactValues, 'message'>): ContactProblems {
  const problems: ContactProblems = {};
  if (!name.trim()) problems.name = texts.noName;
  if (!isEmail(email)) problems.email = texts.noEmail;
  if (!phone.trim()) problems.phone = texts.noPhone;
  return problems;
}

/** Whether an error reply's `field` names a field of the form. */
export function isContactField(field: string | undefined): field is ContactField {
  return contactFields.some((name) => name === field);
}

/** Where a form goes that no script has sent: the home page's action, and back to this section. */
const ACTION = '/?index#contact';

/** Where its sender comes out when the shop has taken it. */
export const CONTACT_SENT = '/?sent=contact#contact';

/** What the home page's action says of a form that it could not take. */
export interface ContactRefusal {
  values: ContactValues;
  problems: ContactProblems;
  failure?: string;
}

const readValues = (form: HTMLFormElement) => readContact(new FormData(form));

/** Without a form library, to keep the home page's code small. What was typed stays until the shop has
 * taken it. Sent without a script, it comes back with what came of it: `isSent` or `refusal`. `thanks`
 * is said of one that was taken. */
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

  /** A message goes as soon as its field is mended; none appears before the form is sent. */
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
