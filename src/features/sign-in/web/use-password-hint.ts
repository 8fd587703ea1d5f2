import { accountTexts } from '#features/sign-in/texts/account.ts';
import { useShopSettings } from '#web/client/shop-settings.ts';

/** What a new password must be like. How easy to guess it may be is set in Firebase's console, where that is used. */
export function usePasswordHint(): string {
  const { kind } = useShopSettings().identityProvider;
  const { rule, ruleAndCommon } = accountTexts.password;
  return kind === 'firebase' ? rule : ruleAndCommon;
}
