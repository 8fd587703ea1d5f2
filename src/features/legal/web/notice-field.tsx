import { useState } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { DropBox, DropPrompt } from '#features/pictures/web/drop-box.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { Field } from '#ui/field.tsx';
import { type ManagedPage, uploadLegalFileCall } from '../contract.ts';
import { legalLabels, legalScreenTexts, OFFICIAL_NOTICE } from '../texts.ts';

const texts = legalScreenTexts.file;
const NAME = 'file';

type NoticeFieldProps = {
  form: UseFormReturn<FieldValues, unknown, FieldValues>;
  versions: ManagedPage['versions'];
};

/** The official notice on the legal guarantee: uploaded at once, and shown once a version with it is
 * published. */
export function NoticeField({ form, versions }: NoticeFieldProps) {
  const { api } = useSession();
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState<number>();
  const [uploaded, setUploaded] = useState<ManagedPage['versions'][number]['picture']>();
  const named = String(useWatch({ control: form.control, name: NAME }) ?? '');
  const picture = uploaded ?? versions.find(({ file }) => file === named)?.picture;

  async function upload(file: File) {
    setProblem(undefined);
    setProgress(0);
    try {
      const body = new FormData();
      body.append('image', file);
      const answer = await api.call(uploadLegalFileCall, { form: body, onProgress: setProgress });
      setUploaded(answer.picture);
      form.setValue(NAME, answer.file, { shouldDirty: true });
    } catch (cause) {
      setProblem(errorMessage(cause));
    }
    setProgress(undefined);
  }

  return (
    <div className="space-y-3">
      <Field label={legalLabels.file} hint={texts.hint} error={problem} isAlert>
        {(tied) => (
          <DropBox
            {...tied}
            accept="image/png,image/jpeg"
            disabled={progress !== undefined}
            onFiles={([file]) => file && void upload(file)}
            className="min-h-11 border-dashed bg-surface px-3 has-disabled:text-ink-soft"
          >
            <DropPrompt>{texts.choose}</DropPrompt>
          </DropBox>
        )}
      </Field>
      <p>
        <a href={OFFICIAL_NOTICE} rel="noreferrer" className="text-link">
          {texts.source}
        </a>
      </p>
      <p aria-live="polite" className="text-sm tabular-nums empty:hidden">
        {progress !== undefined && texts.sent(Math.round(progress * 100))}
      </p>
      {named !== '' && picture && (
        <img
          src={picture.address}
          alt={texts.current}
          width={picture.width}
          height={picture.height}
          className="h-auto w-full max-w-48 bg-white"
        />
      )}
    </div>
  );
}
