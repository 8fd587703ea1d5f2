import { type ComponentProps, type FocusEvent, type KeyboardEvent as KeyPress, useId, useState } from 'react';
import { accountTexts } from '#features/sign-in/texts.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { TextField } from '#ui/field.tsx';

/** Whether Caps Lock is on, as the last key that was pressed in a field told. */
export function useCapsLock() {
  const [isOn, setIsOn] = useState(false);
  return {
    isOn,
    /** To be called with each key; what a password manager fills in sends events that are none. */
    follow(event: KeyPress) {
      setIsOn(event.nativeEvent instanceof KeyboardEvent && event.getModifierState('CapsLock'));
    },
    forget: () => setIsOn(false),
  };
}

/** What a new password must be like. How easy to guess it may be is set in
 * Firebase's console, where that is used. */
function usePasswordHint(): string {
  const { kind } = useShopSettings().identityProvider;
  const { rule, ruleAndCommon } = accountTexts.password;
  return kind === 'firebase' ? rule : ruleAndCommon;
}

/** A `TextField` for a password, which can be looked at while it is typed; says so when Caps Lock is on. */
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

/** Where somebody types the address that they log in with. */
export function EmailField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return <TextField label={accountTexts.fields.email} type="email" autoComplete="username" {...field} />;
}

/** Where a password is chosen; says what makes one. */
export function NewPasswordField(field: ComponentProps<typeof TextField>) {
  return <PasswordField autoComplete="new-password" hint={usePasswordHint()} {...field} />;
}
