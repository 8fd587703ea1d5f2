import type { ReactNode } from 'react';
import { loginPath } from '#features/users/web/session/require-sign-in.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Spinner } from '#ui/loading.tsx';
import { accountTexts } from '../texts.ts';

/** In place of what an emailed link leads to, while it is not known who is logged in, or whether it works. */
export const Checking = ({ children }: { children: string }) => (
  <p className="flex items-center gap-3">
    <Spinner /> {children}
  </p>
);

/** Asks the recipient of an emailed link to log in, which leads back `here`. `children` follow the button. */
export const LogInFirst = ({ why, here, children }: { why: string; here: string; children: ReactNode }) => (
  <div className="space-y-4">
    <p>{why}</p>
    <LinkButton to={loginPath(here)} className="w-full">
      {accountTexts.login.submit}
    </LinkButton>
    {children}
  </div>
);
