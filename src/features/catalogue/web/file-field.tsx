import type { ComponentProps, ReactNode } from 'react';
import { DropBox } from '#features/pictures/web/drop-box.tsx';
import { Field, type FieldProps } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';

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
