import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type Profile, profileFormSchema } from '#contracts/user.ts';
import { ApiError } from '#web/api-client.ts';
import { errorWords } from '#web/error-words.ts';
import { useSession } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { notify } from '#web/ui/toast.tsx';

type ProfileFields = z.infer<typeof profileFormSchema>;

/** Which field of the form shows what the shop says about a stored one (decision 22). */
const formFields: Record<string, keyof ProfileFields> = {
  name: 'name',
  education: 'education',
  linkedin: 'linkedinProfileLink',
  phone: 'phoneNumber',
  city: 'city',
  district: 'district',
};

/** The Edit Profile form, filled with what is stored. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { api, identity, user, refresh } = useSession();
  const queries = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(profileFormSchema),
    defaultValues: {
      name: profile.name || profile.displayName,
      education: profile.education,
      linkedinProfileLink: profile.linkedin,
      phoneNumber: profile.phone,
      city: profile.city,
      district: profile.district,
    },
  });
  const { errors } = formState;

  const update = useMutation({
    mutationFn: async ({ linkedinProfileLink, phoneNumber, ...rest }: ProfileFields) => {
      if (!user) throw new Error('No user is logged in');
      const change = { ...rest, linkedin: linkedinProfileLink, phone: phoneNumber };
      await api.changeProfile(user.email, { email: user.email, ...change });
      if (rest.name !== user.displayName) await identity.rename(rest.name);
      queries.setQueryData(['profile', user.email], { ...profile, ...change });
    },
    onSuccess: (_answer, { name }) => {
      notify.success('Updated your information');
      if (name !== user?.displayName) void refresh();
    },
    onError: (error) => {
      notify.error('Sorry,failed to update');
      const field = error instanceof ApiError && error.field ? formFields[error.field] : undefined;
      const message = user ? errorWords(error) : 'No user is logged in';
      setError(field ?? 'root', { message }, { shouldFocus: true });
    },
  });

  return (
    <form
      method="post"
      noValidate
      onSubmit={handleSubmit((fields) => update.mutateAsync(fields).catch(() => undefined))}
      className="grid gap-5 sm:grid-cols-2"
    >
      <TextField label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
      <TextField label="Email" type="email" readOnly value={profile.email} />
      <TextField label="Education" error={errors.education?.message} {...register('education')} />
      <TextField
        label="Linkedin"
        type="url"
        placeholder="https://www.linkedin.com/in/…"
        error={errors.linkedinProfileLink?.message}
        {...register('linkedinProfileLink')}
      />
      <TextField
        label="Phone"
        type="tel"
        autoComplete="tel"
        error={errors.phoneNumber?.message}
        {...register('phoneNumber')}
      />
      <TextField
        label="City"
        autoComplete="address-level2"
        error={errors.city?.message}
        {...register('city')}
      />
      <TextField label="District" error={errors.district?.message} {...register('district')} />
      <div className="flex flex-wrap items-center gap-4 sm:col-span-2">
        <Button type="submit" busy={update.isPending}>
          Update
        </Button>
        <p role="alert" className="text-sm font-medium text-bad empty:hidden">
          {errors.root?.message}
        </p>
      </div>
    </form>
  );
}
