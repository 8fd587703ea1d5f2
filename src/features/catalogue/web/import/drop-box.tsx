import { type ComponentProps, type ReactNode, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';

type DropBoxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** What to do there. */
  prompt: string;
  children?: ReactNode;
  onFiles: (files: File[]) => void;
};

/** A box into which files are dropped, or chosen. Takes what an `input` takes. */
export function DropBox({ prompt, children, onFiles, ...input }: DropBoxProps) {
  const [isDraggedOver, setDraggedOver] = useState(false);
  return (
    <div
      className={classNames(
        'relative grid min-h-32 place-items-center rounded-md border border-dashed bg-surface p-4',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        input['aria-invalid'] ? 'border-bad' : 'border-line-strong hover:border-ink',
        isDraggedOver && 'outline-2 outline-offset-2 outline-accent',
      )}
    >
      <span className="flex min-w-0 max-w-full flex-col items-center gap-2 text-center">
        {children}
        <span className="flex items-center gap-2 text-sm font-medium">
          <Icon name="plus" className="size-5 shrink-0" />
          {prompt}
        </span>
      </span>
      {/* It fills the box, so that files can be dropped there too. */}
      <input
        {...input}
        type="file"
        onChange={({ target }) => {
          // None, where the choice was broken off.
          if (target.files?.length) onFiles([...target.files]);
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
  );
}
