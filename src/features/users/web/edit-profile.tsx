import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod/mini';
import { useCall } from '#features/users/web/session/use-call.ts';
import { Button } from '#ui/button.tsx';
import { ReadableError } from '#ui/client/api-client.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { FormFoot, RestoredNote } from '#ui/dashboard/form-parts.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { useDraft } from '#ui/dashboard/use-draft.ts';
import { TextField } from '#ui/field.tsx';
import { profileTexts as texts } from '#ui/form-texts.ts';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { notify } from '#ui/toast.tsx';
import { getProfileCall, type Profile, profileFormSchema, updateProfileCall } from '../contract.ts';
import { useSession } from './session/session.tsx';
import { useDashboardUser, useRole } from './use-dashboard.ts';
import { VerificationNote } from './verification-note.tsx';

/** For staff only. */
const LazyNotices = lazy(() => import('./notices.tsx'));

/** The Edit Profile form, prefilled with the stored profile. */
function ProfileForm({ profile }: { profile: Profile }) {
  const { field, problem, changes, isSending, isRestored, startOver, formProps } = useProfileForm(profile);
  const { labels } = texts;
  const { vatNumbers } = useShopSettings();
  return (
    <>
      <RestoredNote isRestored={isRestored} onStartOver={startOver} />
      <form {...formProps} className="grid gap-5 sm:grid-cols-2">
        <TextField label={labels.name} autoComplete="name" {...field('name')} />
        <TextField label={texts.email} type="email" readOnly value={profile.email} />
        <TextField label={labels.education} {...field('education')} />
        <TextField
          label={labels.linkedinProfileLink}
          type="url"
          placeholder={texts.linkedinLike}
          {...field('linkedinProfileLink')}
        />
        <TextField label={labels.phoneNumber} type="tel" autoComplete="tel" {...field('phoneNumber')} />
        <TextField label={labels.city} autoComplete="address-level2" {...field('city')} />
        <TextField label={labels.district} {...field('district')} />
        <fieldset className="grid gap-5 border-t border-line pt-5 sm:col-span-2 sm:grid-cols-2">
          <legend className="float-left text-lg font-semibold sm:col-span-2">{texts.business}</legend>
          <TextField label={labels.company} autoComplete="organization" {...field('company')} />
          {(vatNumbers || profile.vatNumber !== '') && (
            <TextField label={labels.vatNumber} hint={texts.vatNumberHint} {...field('vatNumber')} />
          )}
        </fieldset>
        <div className="sm:col-span-2">
          <FormFoot problem={problem} changes={changes} waiting={isSending ? texts.saving : undefined}>
            <Button type="submit" busy={isSending}>
              {texts.update}
            </Button>
          </FormFoot>
        </div>
      </form>
    </>
  );
}

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The profile of the signed-in user. */
export default function EditProfile() {
  const user = useDashboardUser();
  const role = useRole(user.email);
  const profile = useCall(['profile', user.email], getProfileCall, {
    params: { email: user.email },
    // A background refetch must not overwrite what is being typed.
    refetchOnWindowFocus: false,
  });
  return (
    <div className="max-w-2xl">
      <PageHead title={texts.title} link={{ to: '/dashboard/security', words: texts.security }} />
      <VerificationNote user={user} />
      {profile.isPending && <ProfileSkeleton />}
      <QueryError of={profile} />
      {profile.data && <ProfileForm profile={profile.data} />}
      {profile.data && role.data === 'user' && (
        <p className="mt-12 border-t border-line pt-6 text-sm text-ink-soft">
          {texts.forPrograms}{' '}
          <Link to="/dashboard/api-keys" className="text-link">
            {texts.apiKeys}
          </Link>
        </p>
      )}
      {profile.data && (role.data === 'staff' || role.data === 'admin') && (
        <Suspense fallback={<Skeleton className="mt-12 h-64 w-full" />}>
          <LazyNotices />
        </Suspense>
      )}
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

type ProfileFields = z.infer<typeof profileFormSchema>;

const fields = [
  'name',
  'education',
  'linkedinProfileLink',
  'phoneNumber',
  'city',
  'district',
  'company',
  'vatNumber',
] as const;

/** The form field that shows an error about a stored field. */
const formFields: Record<string, keyof ProfileFields> = {
  name: 'name',
  education: 'education',
  linkedin: 'linkedinProfileLink',
  phone: 'phoneNumber',
  city: 'city',
  district: 'district',
  company: 'company',
  vatNumber: 'vatNumber',
};

const toFields = ({ displayName, linkedin, phone, ...profile }: Profile): ProfileFields => ({
  name: displayName,
  education: profile.education,
  linkedinProfileLink: linkedin,
  phoneNumber: phone,
  city: profile.city,
  district: profile.district,
  company: profile.company,
  vatNumber: profile.vatNumber,
});

/** The state of the Edit Profile form, prefilled with the stored profile, and its submit handler. */
function useProfileForm(profile: Profile) {
  const { api, loadIdentity, user, refresh } = useSession();
  const { email } = useDashboardUser();
  const queries = useQueryClient();
  const given = toFields(profile);
  const callForm = useCallForm({
    schema: profileFormSchema,
    defaultValues: given,
    async send({ linkedinProfileLink, phoneNumber, ...rest }: ProfileFields) {
      if (!user) throw new ReadableError(texts.nobody);
      const change = { ...rest, linkedin: linkedinProfileLink, phone: phoneNumber };
      await api.call(updateProfileCall, { params: { email: user.email }, body: change });
      if (rest.name !== user.displayName) await (await loadIdentity()).rename(rest.name);
      queries.setQueryData(['profile', user.email], { ...profile, ...change, displayName: rest.name });
    },
    onSent(_answer, sent) {
      notify.success(texts.updated);
      form.reset(sent);
      draft.forget();
      if (sent.name !== user?.displayName) void refresh();
    },
    fieldAtFault: (refused) => formFields[refused ?? ''],
    failed: texts.failed,
    check: texts.labels,
  });
  const { form } = callForm;
  const draft = useDraft(form, { name: 'profile', owner: email, fields, given });
  return {
    ...callForm,
    isRestored: draft.isRestored,
    startOver: () => {
      form.reset();
      draft.forget();
    },
  };
}
