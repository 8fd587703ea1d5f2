import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { addToolTexts } from '#web/texts/forms.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';

const { picture: texts } = addToolTexts;

/** A labelled picture, dropped, chosen or taken, with a preview in the box in which the shop will show it. `preview` is the
 * file's address in this page; `progress` the fraction uploaded (0 to 1) while that goes on. */
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
  const input = useRef<HTMLInputElement>(null);
  const [unreadable, setUnreadable] = useState<File>();
  const [isDraggedOver, setDraggedOver] = useState(false);
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }));

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
          isDraggedOver && 'outline-2 outline-offset-2 outline-accent',
        )}
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
        {/* It fills the box, so that a file can be dropped there too. */}
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          onChange={(event) => onChange(event.target.files?.[0])}
          onDragEnter={() => setDraggedOver(true)}
          onDragLeave={() => setDraggedOver(false)}
          onDrop={() => setDraggedOver(false)}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
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
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex gap-1.5 text-sm font-medium text-bad">
          <Icon name="warning" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}

/** How far an upload has got: `progress` from 0 to 1; once all is sent, the shop looks at it. */
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

/** The address of a chosen file within this page, as long as it is chosen. */
export function useFileAddress(file: File | undefined): string | undefined {
  const [preview, setPreview] = useState<{ file: File; url: string }>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    // biome-ignore lint/nursery/useReactCompiler: an address is had and given back, as by any other subscription.
    setPreview({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  // The last file's address is void by the time the next one is first shown.
  return preview?.file === file ? preview?.url : undefined;
}
