import { type Ref, useEffect, useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { addToolTexts } from '#ui/form-texts.ts';
import { Icon } from '#ui/icon.tsx';
import { DropBox } from './drop-box.tsx';

const { picture: texts } = addToolTexts;

/** A labelled picture field: dropped, chosen or taken by camera, with a preview in the box in which the shop
 * will show it. `preview` is the file's object URL; `progress` is the uploaded fraction (0 to 1) during an
 * upload. */
export function PictureField({
  label,
  file,
  preview,
  error,
  progress,
  onChange,
  ref,
}: {
  label: string;
  file: File | undefined;
  preview: string | undefined;
  error: string | undefined;
  progress: number | undefined;
  onChange: (file: File | undefined) => void;
  ref?: Ref<Pick<HTMLInputElement, 'focus'>>;
}) {
  const id = useId();
  const [unreadable, setUnreadable] = useState<File>();
  return (
    <Field label={label} error={error} id={id} className="max-w-md">
      {(tied) => (
        <>
          <DropBox
            {...tied}
            ref={ref}
            file={file}
            accept="image/*"
            aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
            className="aspect-4/3 overflow-hidden bg-plate text-plate-ink"
            onFiles={([chosen]) => onChange(chosen)}
          >
            {preview && !(file && file === unreadable) ? (
              <img
                src={preview}
                alt={file ? texts.chosen : texts.current}
                onError={() => setUnreadable(file)}
                className="absolute inset-0 size-full object-contain"
              />
            ) : (
              <span className="flex flex-col items-center gap-2 px-4 text-center text-sm font-medium">
                <Icon name="image" className="size-8" />
                {file ? texts.chooseAnother : texts.choose}
              </span>
            )}
          </DropBox>
          {progress !== undefined && <UploadBar progress={progress} />}
          <div className="mt-1.5 flex min-h-8 items-center justify-between gap-4">
            <p id={`${id}-hint`} className="min-w-0 text-sm text-ink-soft wrap-anywhere">
              {file ? file.name : texts.hint}
            </p>
            {file && progress === undefined && (
              <Button variant="quiet" size="sm" aria-label={texts.remove} onClick={() => onChange(undefined)}>
                <Icon name="close" className="size-4" />
              </Button>
            )}
          </div>
        </>
      )}
    </Field>
  );
}

/** Upload progress: `progress` from 0 to 1; once everything is sent, the server checks the file. */
export function UploadBar({ progress }: { progress: number }) {
  const percent = Math.round(progress * 100);
  return (
    <div className="mt-2 flex items-center gap-3 text-sm tabular-nums">
      <progress
        aria-label={texts.upload}
        max={100}
        value={percent}
        className="h-1.5 flex-1 appearance-none overflow-hidden rounded-md bg-sunken forced-colors:appearance-auto [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
      <span className="w-24 text-right">{percent < 100 ? texts.sent(percent) : texts.checking}</span>
    </div>
  );
}

/** Returns the object URL of a file while it is chosen. */
export function useFileAddress(file: File | undefined): string | undefined {
  const [preview, setPreview] = useState<{ file: File; url: string }>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    // biome-ignore lint/nursery/useReactCompiler: an address is opened and revoked, like any subscription.
    setPreview({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  // The previous file's URL is revoked when the next file is first rendered.
  return preview?.file === file ? preview?.url : undefined;
}
