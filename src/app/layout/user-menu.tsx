import { useState } from 'react';
import { useSession } from '#features/users/web/session/session.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { forgetDrafts } from '#ui/client/drafts.ts';
import { Icon } from '#ui/icon.tsx';
import { Spinner } from '#ui/loading.tsx';
import { layoutTexts } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';

/** While the session is unknown: a spinner if one is stored, else Login. `inBar`: no name on a phone. */
export function UserMenu({ inBar = false }: { inBar?: boolean }) {
  const { status, user, signOut } = useSession();
  const [isLeaving, setIsLeaving] = useState(false);

  async function logOut() {
    setIsLeaving(true);
    forgetDrafts();
    await signOut();
    setIsLeaving(false);
    notify.success(layoutTexts.loggedOut);
  }

  if (status !== 'signed-in') {
    const isLoading = status === 'loading';
    return (
      <>
        {isLoading && (
          <span className="hidden in-data-known:inline">
            <Spinner label={layoutTexts.findingSession} />
          </span>
        )}
        <LinkButton
          to="/login"
          size="sm"
          variant="secondary"
          className={classNames(isLoading && 'in-data-known:hidden')}
        >
          {layoutTexts.login}
        </LinkButton>
      </>
    );
  }
  return (
    <div className={classNames('flex items-center gap-3', inBar ? 'max-sm:hidden' : 'flex-wrap')}>
      {/* Two lines are whole names but for the longest, which My Profile has. */}
      <Badge wraps className={classNames('max-w-44 gap-1.5', inBar && 'lg:max-w-28 xl:max-w-44')}>
        <Icon name="user" className="size-4 shrink-0" />
        <span data-excerpt className="line-clamp-2">
          {user.displayName}
        </span>
      </Badge>
      <Button size="sm" variant="secondary" busy={isLeaving} onClick={logOut}>
        {layoutTexts.logOut}
      </Button>
    </div>
  );
}
