import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { ConfirmDialog } from './dialog.tsx';
import { uiTexts } from './texts.ts';
import { type Action, useAction } from './use-action.ts';

type ConfirmButtonProps<Answer> = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  label: string;
  title: string;
  isHarmless?: boolean;
  cancelLabel?: string;
  action: Omit<Action<Answer, void>, 'onEnd'>;
  children: ReactNode;
};

/** A button whose action runs after a confirmation. `label` names the action on the button and in the
 * question; the children say what it does. */
export function ConfirmButton<Answer>({
  label,
  title,
  isHarmless = false,
  cancelLabel = uiTexts.cancel,
  action,
  children,
  ...button
}: ConfirmButtonProps<Answer>) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { isPending, mutate } = useAction({ ...action, onEnd: close });
  return (
    <>
      <Button variant="secondary" {...button} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        {...{ title, isHarmless, cancelLabel }}
        open={isAsking}
        onClose={close}
        confirmLabel={label}
        busy={isPending}
        onConfirm={() => mutate()}
      >
        <p className="max-w-prose">{children}</p>
      </ConfirmDialog>
    </>
  );
}
