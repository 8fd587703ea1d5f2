import type { ComponentProps } from 'react';
import { TextField } from '#web/ui/field.tsx';
import { caretAfterFormat } from './card-fields.ts';

/** A text field for figures that are put into groups while they are typed; the caret stays where it was. */
export function CardField({
  format,
  onChange,
  ...field
}: ComponentProps<typeof TextField> & { format: (text: string) => string }) {
  return (
    <TextField
      inputMode="numeric"
      spellCheck={false}
      {...field}
      onChange={(event) => {
        const input = event.currentTarget;
        const typed = input.value;
        const formatted = format(typed);
        if (formatted !== typed) {
          const caret = caretAfterFormat(typed, input.selectionStart ?? typed.length, formatted);
          input.value = formatted;
          input.setSelectionRange(caret, caret);
        }
        onChange?.(event);
      }}
    />
  );
}
