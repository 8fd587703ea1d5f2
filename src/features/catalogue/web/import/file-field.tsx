import { type Ref, useId, useState } from 'react';
import { importTexts as texts } from '#features/catalogue/texts/import-page.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
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
  const [isDraggedOver, setDraggedOver] = useState(false);
  const percent = Math.round((progress ?? 0) * 100);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {texts.file}
      </label>
      <div
        className={classNames(
          'relative grid min-h-32 place-items-center rounded-md border border-dashed bg-surface p-4',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
          error ? 'border-bad' : 'border-line-strong hover:border-ink',
          isDraggedOver && 'outline-2 outline-offset-2 outline-accent',
        )}
      >
        <span className="flex min-w-0 max-w-full flex-col items-center gap-2 text-center">
          {file && <span className="font-semibold wrap-anywhere">{file.name}</span>}
          <span className="flex items-center gap-2 text-sm font-medium">
            <Icon name="plus" className="size-5 shrink-0" />
            {file ? texts.chooseAnother : texts.choose}
          </span>
        </span>
        {/* It fills the box, so that a file can be dropped there too. */}
        <input
          ref={ref}
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          onChange={({ target }) => {
            // None, where the choice was broken off.
            if (target.files?.[0]) onFile(target.files[0]);
          }}
          onClick={({ currentTarget }) => {
            // The same file, corrected meanwhile, can be chosen again.
            currentTarget.value = '';
          }}
          onDragEnter={() => setDraggedOver(true)}
          onDragLeave={() => setDraggedOver(false)}
          onDrop={() => setDraggedOver(false)}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
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
