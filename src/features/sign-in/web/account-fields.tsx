import { type ComponentProps, type FocusEvent, type KeyboardEvent as KeyPress, useId, useState } from 'react';
import type { SignedIn } from '#features/users/sign-in-contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { TextField } from '#ui/field.tsx';
import { accountTexts } from '../texts.ts';
import { ErrorText } from './auth-layout.tsx';

/** Whether Caps Lock is on, as of the last key pressed in a field. */
function useCapsLock() {
  const [isOn, setIsOn] = useState(false);
  return {
    isOn,
    /** Call on each key event; password managers send events without a key. */
    follow(event: KeyPress) {
      setIsOn(event.nativeEvent instanceof KeyboardEvent && event.getModifierState('CapsLock'));
    },
    forget: () => setIsOn(false),
  };
}

/** The rules for a new password. With Firebase, the strength of passwords is set in its console. */
function usePasswordHint(): string {
  const { kind } = useShopSettings().identityProvider;
  const { rule, ruleAndCommon } = accountTexts.password;
  return kind === 'firebase' ? rule : ruleAndCommon;
}

/** A `TextField` for a password that can be revealed; warns when Caps Lock is on. */
export function PasswordField({ id, onBlur, ...field }: ComponentProps<typeof TextField>) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const [isShown, setIsShown] = useState(false);
  const capsLock = useCapsLock();
  const { show, hide, whatIsShown, capsLock: capsLockText } = accountTexts.password;
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    capsLock.forget();
    onBlur?.(event);
  };
  return (
    <div className="relative">
      <TextField
        {...field}
        id={controlId}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        onKeyDown={capsLock.follow}
        onKeyUp={capsLock.follow}
        onBlur={leave}
      />
      <button
        type="button"
        aria-controls={controlId}
        onClick={() => setIsShown(!isShown)}
        className="absolute -top-0.5 right-0 inline-flex min-h-6 items-center text-link text-sm"
      >
        {isShown ? hide : show}
        <span className="sr-only"> {whatIsShown}</span>
      </button>
      <output className="mt-1.5 block text-sm font-medium text-warn empty:hidden">
        {capsLock.isOn && capsLockText}
      </output>
    </div>
  );
}

/** The field for the login email. */
export function EmailField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return <TextField label={accountTexts.fields.email} type="email" autoComplete="username" {...field} />;
}

/** The field for a new password, with its rules. */
export function NewPasswordField(field: ComponentProps<typeof TextField>) {
  return <PasswordField autoComplete="new-password" hint={usePasswordHint()} {...field} />;
}

/** Logs in with a passkey, or passes by one what `asked` lacks; nothing if Firebase has the accounts. */
export function PasskeyButton({ asked }: { asked?: SignedIn }) {
  const { signInWithPasskey } = useSession();
  const { kind } = useShopSettings().identityProvider;
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  if (kind === 'firebase') return null;

  async function goOn() {
    setRefusal(undefined);
    setBusy(true);
    await signInWithPasskey(asked).catch((error: unknown) => setRefusal(errorMessage(error)));
    setBusy(false);
  }

  return (
    <div className="mt-4 flex flex-col gap-4">
      <Button variant="secondary" className="w-full" busy={busy} onClick={goOn}>
        {asked ? accountTexts.secondStep.passkey : accountTexts.login.passkey}
      </Button>
      <ErrorText>{refusal}</ErrorText>
    </div>
  );
}

const texts = accountTexts.google;

/** 'Continue with google', below a line that separates it from the form above. States if it isn't set up. */
export function GoogleButton({ onSignedIn }: { onSignedIn?: () => void }) {
  const { signInWithGoogle, loadIdentity } = useSession();
  const { googleClientId, firebase } = useShopSettings().identityProvider;
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const prepare = () => void loadIdentity().catch(() => undefined);

  async function continueWithGoogle() {
    if (!googleClientId && !firebase) {
      setRefusal(texts.notSetUp);
      return;
    }
    setRefusal(undefined);
    setBusy(true);
    await signInWithGoogle().then(onSignedIn, (error: unknown) => setRefusal(errorMessage(error)));
    setBusy(false);
  }

  return (
    <div className="mt-5 flex flex-col gap-4">
      <div aria-hidden="true" className="flex items-center gap-3 text-sm text-ink-soft">
        <span className="h-px flex-1 bg-line" />
        {texts.or}
        <span className="h-px flex-1 bg-line" />
      </div>
      <Button
        variant="secondary"
        className="w-full"
        busy={busy}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={continueWithGoogle}
      >
        {texts.button}
      </Button>
      <output className="block text-sm empty:hidden">{busy && texts.goOn}</output>
      <ErrorText>{refusal}</ErrorText>
    </div>
  );
}
