import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { type Profile, profileFormSchema, updateProfileCall } from '#features/users/contract.ts';
import { ReadableError } from '#ui/client/api-client.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { useDraft } from '#ui/dashboard/use-draft.ts';
import { profileTexts as texts } from '#ui/form-texts.ts';
import { notify } from '#ui/toast.tsx';
import { useSession } from './session/session.tsx';
import { useDashboardUser } from './use-dashboard.ts';

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

/** Which field of the form shows what the shop says about a stored one (decision 22). */
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

/** The state of the Edit Profile form, begun with what is stored, and what sends it. */
export function useProfileForm(profile: Profile) {
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
