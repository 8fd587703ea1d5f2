import { type Ref, useId } from 'react';
import { importTexts as texts } from '#features/catalogue/texts/import-page.ts';
import { Icon } from '#web/ui/icon.tsx';
import { DropBox } from './drop-box.tsx';
import { ProgressBar } from './progress-bar.tsx';

/** A labelled file, dropped or chosen. `progress` is the fraction uploaded (0 to 1) while that goes on. */
export function FileField({
  file,
  error,
  progress,
  onFile,
  ref,
}: {
  file: File | undefined;
  error: string | undefined;
  progress: number | undefined;
  onFile: (file: File | undefined) => void;
  ref: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const percent = Math.round((progress ?? 0) * 100);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {texts.file}
      </label>
      <DropBox
        ref={ref}
        id={id}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
        prompt={file ? texts.chooseAnother : texts.choose}
        onFiles={([chosen]) => onFile(chosen)}
      >
        {file && <span className="font-semibold wrap-anywhere">{file.name}</span>}
      </DropBox>
      {progress !== undefined && (
        <ProgressBar label={texts.upload} value={percent} max={100}>
          {texts.sending(percent)}
        </ProgressBar>
      )}
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-soft">
        {texts.fileHint}
      </p>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex gap-1.5 text-sm font-medium text-bad">
          <Icon name="warning" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
