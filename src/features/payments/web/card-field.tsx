import type { ComponentProps } from 'react';
import { TextField } from '#ui/field.tsx';

/** Digits in groups of four, as they are printed on a card; at most 19 (ISO/IEC 7812-1). */
export function formatCardNumber(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 19);
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Month and year as `MM / YY`. A first digit above 1 can only be a month of one digit; `1/27` is January. */
export function formatExpiry(text: string): string {
  const [, shortMonth, rest] = /^\s*(\d)\s*\/(.*)$/.exec(text) ?? [];
  const padded = shortMonth ? `0${shortMonth}${rest}` : text;
  const digits = padded
    .replace(/\D/g, '')
    .replace(/^([2-9])/, '0$1')
    .slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** A security code: at most 4 digits. */
export function formatSecurityCode(text: string): string {
  return text.replace(/\D/g, '').slice(0, 4);
}

/** Where the caret belongs after formatting: behind as many digits as stood before it. */
export function caretAfterFormat(typed: string, caret: number, formatted: string): number {
  if (caret >= typed.length) return formatted.length;
  let digitsLeft = typed.slice(0, caret).replace(/\D/g, '').length;
  let place = 0;
  while (digitsLeft > 0 && place < formatted.length) {
    if (/\d/.test(formatted.charAt(place))) digitsLeft -= 1;
    place += 1;
  }
  return place;
}

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
