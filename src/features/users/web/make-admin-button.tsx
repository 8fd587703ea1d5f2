import { useMutation, useQueryClient } from '@tanstack/react-query';
import { makeAdminCall, type UserRow } from '#features/users/contract.ts';
import { usersTexts as texts } from '#web/texts/dashboard.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/toast.tsx';
import { useSession } from './session/session.tsx';

/** The key of the list of users, whatever is looked for in it. */
export const usersKey = ['users'];

/** Gives a user the admin's role. */
export function MakeAdminButton({ user, size }: { user: UserRow; size?: 'sm' }) {
  const { api } = useSession();
  const queries = useQueryClient();
  const promotion = useMutation({
    mutationFn: () => api.call(makeAdminCall, { params: { email: user.email } }),
    onSuccess: () => notify.success(texts.madeAdmin),
    onError: () => notify.error(texts.notMadeAdmin),
    onSettled: () => queries.invalidateQueries({ queryKey: usersKey }),
  });
  return (
    <Button
      variant="secondary"
      size={size}
      className="whitespace-nowrap"
      aria-label={texts.makeAdminOf(user.email)}
      busy={promotion.isPending}
      onClick={() => promotion.mutate()}
    >
      {texts.makeAdmin}
    </Button>
  );
}
