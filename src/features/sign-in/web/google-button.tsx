import { useState } from 'react';
import { accountTexts } from '#features/sign-in/texts.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { ErrorText } from './auth-layout.tsx';

const texts = accountTexts.google;

/** 'Continue with google', under a line that sets it apart from the form above.
 * Says plainly when it isn't set up. */
export function GoogleButton() {
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
    await signInWithGoogle().catch((error: unknown) => setRefusal(errorMessage(error)));
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
