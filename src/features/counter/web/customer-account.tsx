import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { hasNoEmail } from '#contracts/email.ts';
import { customerAccountTexts as texts } from '#features/orders/texts/by-staff.ts';
import type { UserRow } from '#features/users/roles-contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { usersKey } from '#features/users/web/user-actions.tsx';
import { Button } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { ErrorState } from '#ui/list-states.tsx';
import { useAction } from '#ui/use-action.ts';
import {
  giveEmailCall,
  giveEmailSchema,
  openCustomerCall,
  openCustomerSchema,
  resendVerificationCall,
} from '../contract.ts';

export type CustomersAccount = Pick<UserRow, 'email' | 'emailVerified' | 'openedByStaff'>;

/** Whether staff may order for a customer: the server refuses it while the account may be a stranger's. */
export const canBeServed = ({ emailVerified, openedByStaff }: CustomersAccount) =>
  emailVerified || openedByStaff === true;

/** Says before anything is typed what staff can do for a customer whose email is missing or not verified, and
 * what the customer is emailed; with the ways on. Nothing for a verified one. */
export function AccountNotice({ customer }: { customer: CustomersAccount }) {
  const { kind } = useShopSettings().identityProvider;
  const { email, emailVerified, openedByStaff } = customer;
  if (emailVerified) return null;
  const isEmbedded = kind === 'embedded';
  const words = hasNoEmail(email)
    ? texts.noEmail
    : openedByStaff
      ? texts.openedUnverified
      : isEmbedded
        ? texts.unverified
        : texts.unverifiedAtFirebase;
  return (
    <div className="space-y-3 rounded-md border border-warn/40 bg-warn-wash p-3 text-sm">
      <p>{words}</p>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {isEmbedded && !hasNoEmail(email) && <ResendVerification email={email} />}
        {isEmbedded && openedByStaff && <GiveEmail email={email} />}
        {!openedByStaff && <NewCustomer />}
      </div>
    </div>
  );
}

function ResendVerification({ email }: { email: string }) {
  const { api } = useSession();
  const sending = useAction({
    call: () => api.call(resendVerificationCall, { params: { email } }),
    onRefused: 'shown',
    // It may have been verified meanwhile.
    changes: [usersKey],
    done: texts.resent(email),
  });
  return (
    <>
      <Button size="sm" variant="secondary" busy={sending.isPending} onClick={() => sending.mutate()}>
        {texts.resend}
      </Button>
      {sending.error && <ErrorState message={errorMessage(sending.error)} />}
    </>
  );
}

function GiveEmail({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  const label = hasNoEmail(email) ? texts.addEmail : texts.changeEmail;
  const close = () => setOpen(false);
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={isOpen} onClose={close} title={label}>
        <GiveEmailForm email={email} label={label} onClose={close} />
      </Dialog>
    </>
  );
}

function GiveEmailForm({ email, label, onClose }: { email: string; label: string; onClose: () => void }) {
  const { api } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { field, problem, isSending, formProps } = useCallForm({
    schema: giveEmailSchema,
    defaultValues: { email: '' },
    send: (body) => api.call(giveEmailCall, { params: { email }, body }),
    // Their page is at their address; there is nothing at the earlier one.
    onSent: async (given) => {
      await navigate(customerPath(given.email), { replace: true });
      await queries.invalidateQueries({
        queryKey: usersKey,
        predicate: ({ queryKey }) => !queryKey.includes(email),
      });
    },
    onEnd: (isDone) => isDone && onClose(),
    done: (given) => texts.resent(given.email),
  });
  return (
    <form {...formProps} className="grid w-96 max-w-full gap-4">
      <p className="text-sm text-ink-soft">{texts.addEmailLead}</p>
      <TextField label={texts.email} type="email" autoComplete="off" {...field('email')} />
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} busy={isSending}>
        {label}
      </DialogFoot>
    </form>
  );
}

/** A button that adds a customer without an account, and goes to their page to order for them. */
export function NewCustomer() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        {texts.newCustomer}
      </Button>
      <Dialog open={isOpen} onClose={close} title={texts.newCustomer}>
        <NewCustomerForm onClose={close} />
      </Dialog>
    </>
  );
}

function NewCustomerForm({ onClose }: { onClose: () => void }) {
  const { api } = useSession();
  const navigate = useNavigate();
  const { field, problem, isSending, formProps } = useCallForm({
    schema: openCustomerSchema,
    defaultValues: { name: '', phone: '' },
    send: (body, keyFor) =>
      api.call(openCustomerCall, { body, headers: { 'idempotency-key': keyFor(body) } }),
    onSent: ({ email }) => navigate(customerPath(email)),
    changes: [usersKey],
    onEnd: (isDone) => isDone && onClose(),
    done: texts.opened,
  });
  return (
    <form {...formProps} className="grid w-96 max-w-full gap-4">
      <p className="text-sm text-ink-soft">{texts.newCustomerLead}</p>
      <TextField label={texts.name} autoComplete="off" {...field('name')} />
      <TextField label={texts.phone} type="tel" autoComplete="off" {...field('phone')} />
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} busy={isSending}>
        {texts.newCustomer}
      </DialogFoot>
    </form>
  );
}

const customerPath = (email: string) => `/dashboard/users/${encodeURIComponent(email)}`;
