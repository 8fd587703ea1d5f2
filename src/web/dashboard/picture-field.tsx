import { useEffect, useId, useRef, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';

/**
 * A labelled picture, chosen from the disk or taken with the camera, with a preview in the box in which the shop will
 * show it. `progress` is the fraction uploaded (0 to 1) while that goes on.
 */
export function PictureField({
  label,
  file,
  error,
  progress,
  onChange,
}: {
  label: string;
  file: File | undefined;
  error: string | undefined;
  progress: number | undefined;
  onChange: (file: File | undefined) => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const preview = usePreview(file);
  const [unreadable, setUnreadable] = useState<File>();

  // The browser keeps showing a file that the form has let go of; and the same one could not be chosen again.
  useEffect(() => {
    if (!file && input.current) input.current.value = '';
  }, [file]);

  return (
    <div className="max-w-md">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div
        className={classNames(
          'relative grid aspect-4/3 place-items-center overflow-hidden rounded-md border bg-plate text-plate-ink',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
          error ? 'border-bad' : 'border-line-strong hover:border-ink',
        )}
      >
        {preview && file !== unreadable ? (
          <img
            src={preview}
            alt="The chosen file"
            onError={() => setUnreadable(file)}
            className="absolute inset-0 size-full object-cover"
          />
        ) : (
          <span className="flex flex-col items-center gap-2 px-4 text-center text-sm font-medium">
            <Icon name="image" className="size-8" />
            {file ? 'Choose another picture' : 'Choose a picture or take one'}
          </span>
        )}
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          onChange={(event) => onChange(event.target.files?.[0])}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
      {progress !== undefined && <UploadBar progress={progress} />}
      <p id={`${id}-hint`} className="mt-1.5 text-sm break-all text-ink-soft">
        {file ? file.name : 'A photo or drawing of up to 10 MB, shown in 4:3.'}
      </p>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

function UploadBar({ progress }: { progress: number }) {
  const percent = Math.round(progress * 100);
  return (
    <div className="mt-2 flex items-center gap-3 text-sm tabular-nums">
      <progress
        aria-label="Picture upload"
        max={100}
        value={percent}
        className="h-1.5 flex-1 appearance-none overflow-hidden rounded-md bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
      <span className="w-24 text-right">{percent < 100 ? `${percent}% sent` : 'Checking…'}</span>
    </div>
  );
}

function usePreview(file: File | undefined): string | undefined {
  const [preview, setPreview] = useState<{ file: File; url: string }>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setPreview({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  // The last file's address is void by the time the next one is first shown.
  return preview?.file === file ? preview?.url : undefined;
}
