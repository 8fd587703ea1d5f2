import type { Profile } from '#features/users/contract.ts';
import { FormFoot, RestoredNote } from '#web/dashboard/form-parts.tsx';
import { profileTexts as texts } from '#web/texts/forms.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useProfileForm } from './use-profile-form.ts';

/** The Edit Profile form, filled with what is stored. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { register, errors, problem, isSaving, isRestored, startOver, save } = useProfileForm(profile);
  const { labels } = texts;
  return (
    <>
      <RestoredNote isRestored={isRestored} onStartOver={startOver} />
      <form method="post" noValidate onSubmit={save} className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={labels.name}
          autoComplete="name"
          error={errors.name?.message}
          {...register('name')}
        />
        <TextField label={texts.email} type="email" readOnly value={profile.email} />
        <TextField label={labels.education} error={errors.education?.message} {...register('education')} />
        <TextField
          label={labels.linkedinProfileLink}
          type="url"
          placeholder={texts.linkedinLike}
          error={errors.linkedinProfileLink?.message}
          {...register('linkedinProfileLink')}
        />
        <TextField
          label={labels.phoneNumber}
          type="tel"
          autoComplete="tel"
          error={errors.phoneNumber?.message}
          {...register('phoneNumber')}
        />
        <TextField
          label={labels.city}
          autoComplete="address-level2"
          error={errors.city?.message}
          {...register('city')}
        />
        <TextField label={labels.district} error={errors.district?.message} {...register('district')} />
        <div className="sm:col-span-2">
          <FormFoot problem={problem} waiting={isSaving ? texts.saving : undefined}>
            <Button type="submit" busy={isSaving}>
              {texts.update}
            </Button>
          </FormFoot>
        </div>
      </form>
    </>
  );
}
