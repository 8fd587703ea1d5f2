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
  /** The chosen file, if it is a single one. */
  file?: File | undefined;
  /** The content of the box. */
  children: ReactNode;
  onFiles: (files: File[]) => void;
  ref?: Ref<Pick<HTMLInputElement, 'focus'>> | undefined;
};

/** A box for dropping or choosing files; `className` applies to the box. Accepts the props of an `input`. */
export function DropBox({ file, children, onFiles, className, ref, ...input }: DropBoxProps) {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const own = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => own.current?.focus() }));
  // Clears the input, because the browser keeps showing a file that the form has dropped.
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
      {/* The input fills the box, so that files can be dropped anywhere on it. */}
      <input
        {...input}
        ref={own}
        type="file"
        onChange={({ target }) => {
          // Empty if the file dialog was cancelled.
          if (target.files?.length) onFiles([...target.files]);
        }}
        onClick={({ currentTarget }) => {
          // Allows the same file to be chosen again after it was corrected.
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

/** The instruction in a low box. */
export const DropPrompt = ({ children }: { children: string }) => (
  <span className="flex items-center gap-2 text-sm font-medium">
    <Icon name="plus" className="size-5 shrink-0" />
    {children}
  </span>
);

type FileFieldProps = Pick<FieldProps, 'label' | 'hint' | 'error'> &
  Omit<ComponentProps<typeof DropBox>, 'className' | 'children'> & {
    /** The instruction in the box. */
    prompt: string;
    /** Shown below the box. */
    children?: ReactNode;
  };

/** A labelled field for dropped or chosen files; `file` is the name of a single one, shown in the box.
 * Announces errors immediately. */
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
            <DropPrompt>{prompt}</DropPrompt>
          </span>
        </DropBox>
        {children}
      </>
    )}
  </Field>
);
