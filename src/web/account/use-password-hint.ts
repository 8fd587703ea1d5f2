import { useShopSettings } from '#web/shop-settings.ts';

/** What a new password must be like. How easy to guess it may be is set in Firebase's console, where that is used. */
export function usePasswordHint(): string {
  const { kind } = useShopSettings().identityProvider;
  return kind === 'firebase'
    ? '6 characters or longer.'
    : '6 characters or longer. Common passwords are refused.';
}
