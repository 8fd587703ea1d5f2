import { useQuery } from '@tanstack/react-query';
import { getProfileCall } from '#features/users/contract.ts';
import { errorWords } from '#web/client/error-words.ts';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { profileTexts as texts } from '#web/texts/forms.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ProfileForm } from './profile-form.tsx';
import { useSession } from './session/session.tsx';
import { useDashboardUser } from './use-dashboard.ts';
import { VerificationNote } from './verification-note.tsx';

export const meta = () => pageMeta(texts.title, texts.description);

/** The profile of the person signed in. */
export default function EditProfile() {
  const { api } = useSession();
  const user = useDashboardUser();
  const profile = useQuery({
    queryKey: ['profile', user.email],
    queryFn: ({ signal }) => api.call(getProfileCall, { params: { email: user.email }, signal }),
    // A fetch in the background must not reach into what is being typed.
    refetchOnWindowFocus: false,
  });
  return (
    <div className="max-w-2xl">
      <PageHead title={texts.title} />
      <VerificationNote user={user} />
      {profile.isPending && <ProfileSkeleton />}
      {profile.isError && (
        <ErrorState
          message={errorWords(profile.error)}
          retrying={profile.isFetching}
          onRetry={() => void profile.refetch()}
        />
      )}
      {profile.data && <ProfileForm profile={profile.data} />}
    </div>
  );
}

const fieldNames = ['name', 'email', 'education', 'linkedin', 'phone', 'city', 'district'];

function ProfileSkeleton() {
  return (
    <div className="grid gap-5 sm:grid-cols-2" aria-hidden="true">
      {fieldNames.map((name) => (
        <div key={name} className="space-y-2">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-11 w-full" />
        </div>
      ))}
    </div>
  );
}
