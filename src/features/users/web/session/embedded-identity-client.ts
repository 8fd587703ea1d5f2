import * as calls from '#features/users/sign-in-contract.ts';
import { signInTexts } from '#features/users/texts/providers.ts';
import { type ApiClient, ApiError } from '#ui/client/api-client.ts';
import { waitForGooglePopup } from './google-popup.ts';
import { type IdentityClient, IdentityError } from './identity-client.ts';
import { passkeyProblem } from './passkey-problem.ts';

/** Client of the shop's own accounts. `accessToken` is that of the current session; the calls of `api` carry
 * no bearer by themselves. */
export function createEmbeddedIdentityClient(
  api: ApiClient,
  accessToken: () => string | undefined = () => undefined,
): IdentityClient {
  // Issued with a new password; lets the owner sign in while others keep guessing passwords.
  let pass: string | undefined;

  const as = (bearer = accessToken()) => ({ headers: { authorization: `Bearer ${bearer}` } });

  const signIn = (email: string, password: string) =>
    api.call(calls.signInCall, { body: { email, password, pass } });

  async function takePasskey(by: Partial<ReturnType<typeof as>>) {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const optionsJSON = await api.call(calls.startPasskeyCall, by);
    const passkey = await startAuthentication({ optionsJSON: optionsJSON as never }).catch(() => {
      throw new IdentityError(passkeyProblem(signInTexts.noPasskey));
    });
    return { body: { passkey: passkey as never } };
  }

  return {
    signIn,
    async signUp(name, email, password) {
      await api.call(calls.signUpCall, { body: { name, email, password } });
      // A sign-up does not reveal whether the address has an account; only signing in with this password
      // does.
      return signIn(email, password).catch((error: unknown) => {
        const isKnown = error instanceof ApiError && error.status === 401;
        throw isKnown ? new IdentityError(signInTexts.checkEmail(email)) : error;
      });
    },
    signInWithGoogle: () => waitForGooglePopup(),
    signInWithPasskey: async () => api.call(calls.usePasskeyCall, await takePasskey({})),
    async choosePasskey(signal) {
      const { startAuthentication, WebAuthnAbortService } = await import('@simplewebauthn/browser');
      const optionsJSON = (await api.call(calls.startPasskeyCall, { signal })) as never;
      signal.throwIfAborted();
      signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
      const passkey = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
      return () => api.call(calls.usePasskeyCall, { body: { passkey: passkey as never } });
    },
    async passByCode(code, proof) {
      await api.call(calls.passSecondFactorCall, { ...as(proof), body: { code } });
    },
    async passByPasskey(proof) {
      await api.call(calls.passByPasskeyCall, { ...as(proof), ...(await takePasskey(as(proof))) });
    },
    async confirmPassword(_email, password) {
      await api.call(calls.confirmPasswordCall, { ...as(), body: { password, pass } });
    },
    async requestPasswordReset(email) {
      await api.call(calls.requestPasswordResetCall, { body: { email } });
    },
    async resetPassword(token, newPassword) {
      pass = (await api.call(calls.resetPasswordCall, { body: { token, newPassword } })).signInPass;
    },
    async sendVerificationEmail(email) {
      await api.call(calls.sendVerificationEmailCall, { ...as(), body: { email } });
    },
    async verifyEmail(token) {
      await api.call(calls.verifyEmailCall, { ...as(), query: { token } });
    },
    // The shop's server knows of every change of its own accounts, and ends their sessions itself.
    rename: async () => undefined,
    renewedProof: async () => undefined,
    signOut: async () => undefined,
  };
}
