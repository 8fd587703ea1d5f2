import { AppError, type ErrorCode } from '#contracts/app-error.ts';
import { TooManyWaiting } from '#platform/concurrency.ts';
import { isDatabaseUnavailable } from '#platform/database/database.ts';
import { TooManyHits } from '#platform/database/rate-limiter.ts';
import { ProviderError } from '#platform/identity/ask-provider.ts';
import { AccountError, type AccountErrorCode } from '#platform/identity/identity-provider.ts';
import { CardPaymentsError, ChargeRefusedError } from '#platform/payments/card-payments.ts';
import { SandboxError, type SandboxErrorCode } from '#platform/payments/sandbox/card-check.ts';
import {
  accountErrorTexts as account,
  cardProviderTexts as card,
  errorTexts,
  testCardTexts as testCard,
} from '#texts/errors.ts';

/** An adapter's code on the wire, in words, and the field that it is about. */
type Wire = [code: ErrorCode, words: string, field?: string];

const accountErrors: Record<AccountErrorCode, Wire> = {
  wrong_password: ['not_signed_in', account.wrongPassword],
  not_signed_in: ['not_signed_in', errorTexts.signIn],
  not_signed_in_to_verify: ['not_signed_in', account.logInToVerify],
  other_email: ['invalid_input', account.otherEmail, 'email'],
  already_verified: ['conflict', account.alreadyVerified],
  invalid_link: ['invalid_input', account.invalidLink, 'token'],
  expired_link: ['invalid_input', account.expiredLink, 'token'],
  sessions_not_ours: ['not_allowed', account.onlyFirebaseEnds],
};

const sandboxErrors: Record<SandboxErrorCode, Wire> = {
  no_such_intent: ['not_found', card.noSuchPayment],
  cancelled: ['conflict', card.cancelled],
  not_waiting: ['conflict', testCard.notWaiting],
  incomplete_number: ['invalid_input', testCard.incomplete, 'card.number'],
  invalid_number: ['invalid_input', testCard.invalid, 'card.number'],
  invalid_expiry: ['invalid_input', testCard.expiry, 'card.expiry'],
  expired: ['invalid_input', testCard.expired, 'card.expiry'],
  invalid_security_code: ['invalid_input', testCard.securityCode, 'card.securityCode'],
  generic_decline: ['card_declined', testCard.declined],
  insufficient_funds: ['card_declined', testCard.noFunds],
  test_mode_live_card: ['card_declined', testCard.noTestCard],
  authentication_failed: ['card_declined', testCard.notAuthenticated],
};

/** An error of an adapter, in the words of the API; `undefined` for any other error. */
export function fromPlatform(error: Error): AppError | undefined {
  if (error instanceof AccountError) return toAppError(accountErrors[error.code]);
  if (error instanceof SandboxError) return toAppError(sandboxErrors[error.code]);
  if (error instanceof TooManyHits) {
    const { retryAfterSeconds } = error;
    const words = errorTexts.tooManyTries(waitInWords(retryAfterSeconds));
    return new AppError('too_many_requests', words, { retryAfterSeconds });
  }
  if (error instanceof ChargeRefusedError) return new AppError('conflict', card.notByCard(error.message));
  if (error instanceof CardPaymentsError)
    return new AppError('provider_failed', card.noAnswer, { retryAfterSeconds: 2 });
  if (error instanceof ProviderError)
    return new AppError('unavailable', account.serviceAway, { retryAfterSeconds: 5 });
  if (!isDatabaseUnavailable(error)) return undefined;
  const retryAfterSeconds = error instanceof TooManyWaiting ? error.retryAfterSeconds : 2;
  return new AppError('unavailable', errorTexts.busy, { retryAfterSeconds });
}

function toAppError([code, words, field]: Wire): AppError {
  return new AppError(code, words, field === undefined ? {} : { field });
}

/** A waiting time as people say it, rounded up: '40 seconds', '1 minute', '12 minutes'. */
function waitInWords(seconds: number): string {
  return seconds < 60 ? errorTexts.seconds(seconds) : errorTexts.minutes(Math.ceil(seconds / 60));
}
