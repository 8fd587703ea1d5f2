import { useState } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { logoOfPages } from '#contracts/shop-details.ts';
import { DropBox, DropPrompt } from '#features/pictures/web/drop-box.tsx';
import { problemOfPicture } from '#features/pictures/web/upload-pictures.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { uploadLogoCall } from '../contract.ts';
import { shopDetailsTexts as texts } from '../texts/manage.ts';

const NAME = 'logo';

type LogoFieldProps = { label: string; form: UseFormReturn<FieldValues, unknown, FieldValues | null> };

/** The shop's logo: a chosen file is uploaded at once, shown in the preview, and applied when the section is
 * saved. */
export function LogoField({ label, form }: LogoFieldProps) {
  const { api } = useSession();
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState<number>();
  const named = String(useWatch({ control: form.control, name: NAME }) ?? '');
  const error = problem ?? form.getFieldState(NAME, form.formState).error?.message;
  const logo = logoOfPages(named);
  const take = (value: string) => form.setValue(NAME, value, { shouldDirty: true, shouldValidate: true });

  async function upload(file: File) {
    setProblem(undefined);
    const unfit = await problemOfPicture(file);
    if (unfit) return setProblem(unfit);
    setProgress(0);
    try {
      const body = new FormData();
      body.append('image', file);
      take((await api.call(uploadLogoCall, { form: body, onProgress: setProgress })).logo);
    } catch (cause) {
      setProblem(errorMessage(cause));
    }
    setProgress(undefined);
  }

  return (
    <Field label={label} hint={texts.logo.hint} error={error} isAlert>
      {(tied) => (
        <>
          <div className="flex flex-wrap items-center gap-3">
            {logo && (
              <img
                src={`${logo.folder}logo.png`}
                alt={texts.logo.current}
                width={logo.width}
                height={logo.height}
                className="h-11 w-auto max-w-48 object-contain"
              />
            )}
            <DropBox
              {...tied}
              accept="image/*"
              disabled={progress !== undefined}
              onFiles={([file]) => file && void upload(file)}
              className="min-h-11 min-w-0 flex-1 basis-64 border-dashed bg-surface px-3 has-disabled:text-ink-soft"
            >
              <DropPrompt>{texts.logo.choose}</DropPrompt>
            </DropBox>
            {logo && (
              <Button
                variant="quiet"
                size="sm"
                aria-label={texts.logo.remove}
                icon={<Icon name="trash" className="size-4" />}
                onClick={() => take('')}
              />
            )}
          </div>
          <p aria-live="polite" className="text-sm tabular-nums empty:hidden">
            {progress !== undefined && texts.logo.sent(Math.round(progress * 100))}
          </p>
        </>
      )}
    </Field>
  );
}
