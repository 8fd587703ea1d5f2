import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod/mini';
import { type Profile, profileFormSchema, updateProfileCall } from '#features/users/contract.ts';
import { ApiError, errorMessage } from '#ui/client/api-client.ts';
import { formProblems } from '#ui/dashboard/form-parts.tsx';
import { profileTexts as texts } from '#ui/form-texts.ts';
import { notify } from '#ui/toast.tsx';
import { useSession } from './session/session.tsx';
import { useDraft } from './use-draft.ts';

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
  const queries = useQueryClient();
  const given = toFields(profile);
  const form = useForm({ resolver: zodResolver(profileFormSchema), defaultValues: given });
  const draft = useDraft(form, { name: 'profile', fields, given });
  const [problem, setProblem] = useState<string>();

  const update = useMutation({
    mutationFn: async ({ linkedinProfileLink, phoneNumber, ...rest }: ProfileFields) => {
      if (!user) throw new Error(texts.nobody);
      const change = { ...rest, linkedin: linkedinProfileLink, phone: phoneNumber };
      await api.call(updateProfileCall, { params: { email: user.email }, body: change });
      if (rest.name !== user.displayName) await (await loadIdentity()).rename(rest.name);
      queries.setQueryData(['profile', user.email], { ...profile, ...change, displayName: rest.name });
    },
    onSuccess: (_answer, sent) => {
      notify.success(texts.updated);
      form.reset(sent);
      draft.forget();
      if (sent.name !== user?.displayName) void refresh();
    },
    onError: (error) => {
      notify.error(texts.failed);
      const field = error instanceof ApiError && error.field ? formFields[error.field] : undefined;
      const message = user ? errorMessage(error) : texts.nobody;
      if (field) form.setError(field, { message }, { shouldFocus: true });
      else setProblem(message);
    },
  });

  return {
    register: form.register,
    errors: form.formState.errors,
    problem,
    isSaving: update.isPending,
    isRestored: draft.isRestored,
    startOver: () => {
      form.reset();
      draft.forget();
    },
    save: form.handleSubmit(
      (sent) => {
        setProblem(undefined);
        return update.mutateAsync(sent).catch(() => undefined);
      },
      (errors) => setProblem(formProblems(errors, texts.labels)),
    ),
  };
}
