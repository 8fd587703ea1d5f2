import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { classNames } from '#ui/class-names.ts';
import { Field, type FieldProps } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';

type DropBoxProps = Omit<ComponentProps<'input'>, 'type' | 'children' | 'ref'> & {
  /** What was chosen, where that is one file. */
  file?: File | undefined;
  /** What is in the box. */
  children: ReactNode;
  onFiles: (files: File[]) => void;
  ref?: Ref<Pick<HTMLInputElement, 'focus'>> | undefined;
};

/** A box into which files are dropped, or chosen; `className` is the box's. Takes what an `input` takes. */
export function DropBox({ file, children, onFiles, className, ref, ...input }: DropBoxProps) {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const own = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => own.current?.focus() }));
  // The browser keeps showing a file that the form has let go of.
  useEffect(() => {
    if (!file && own.current) own.current.value = '';
  }, [file]);
  return (
    <div
      className={classNames(
        'relative grid place-items-center rounded-md border',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        input['aria-invalid'] ? 'border-bad' : 'border-line-strong hover:border-ink',
        isDraggedOver && 'outline-2 outline-offset-2 outline-accent',
        className,
      )}
    >
      {children}
      {/* It fills the box, so that files can be dropped there too. */}
      <input
        {...input}
        ref={own}
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

type FileFieldProps = Pick<FieldProps, 'label' | 'hint' | 'error'> &
  Omit<ComponentProps<typeof DropBox>, 'className' | 'children'> & {
    /** What to do in the box. */
    prompt: string;
    /** What stands below it. */
    children?: ReactNode;
  };

/** Labelled files, dropped or chosen; where it takes one, `file` names it in the box.
 * What is wrong is told at once. */
export const FileField = ({ label, hint, error, prompt, children, ...box }: FileFieldProps) => (
  <Field {...{ label, hint, error }} isAlert>
    {(tied) => (
      <>
        <DropBox
          {...box}
          {...tied}
          aria-describedby={[tied['aria-describedby'], box['aria-describedby']].filter(Boolean).join(' ')}
          className="min-h-32 border-dashed bg-surface p-4"
        >
          <span className="flex min-w-0 max-w-full flex-col items-center gap-2 text-center">
            {box.file && <span className="font-semibold wrap-anywhere">{box.file.name}</span>}
            <span className="flex items-center gap-2 text-sm font-medium">
              <Icon name="plus" className="size-5 shrink-0" />
              {prompt}
            </span>
          </span>
        </DropBox>
        {children}
      </>
    )}
  </Field>
);
