import { useQuery } from '@tanstack/react-query';
import { getProfileCall } from '#contracts/user.ts';
import { profileTexts as texts } from '#texts/forms.ts';
import { errorWords } from '#web/error-words.ts';
import { pageMeta } from '#web/page-meta.ts';
import { useSession } from '#web/session/session.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PageHead } from './page-head.tsx';
import { ProfileForm } from './profile-form.tsx';
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
