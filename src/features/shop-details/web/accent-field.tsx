import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { type AccentTheme, contrastOf, defaultAccent, LEAST_CONTRAST } from '#contracts/accent.ts';
import { TextField } from '#ui/field.tsx';
import { fieldOf } from '#ui/field-of.ts';
import { shopDetailsTexts as texts } from '../texts/manage.ts';

type AccentFieldProps = {
  path: string;
  label: string;
  hint: string | undefined;
  theme: AccentTheme;
  form: UseFormReturn<FieldValues, unknown, FieldValues | null>;
};

/** The accent color of a theme: the browser's picker, its six digits, and how well text reads in it. */
export function AccentField({ path, label, hint, theme, form }: AccentFieldProps) {
  const typed = String(useWatch({ control: form.control, name: path }) ?? '').trim();
  const color = /^#[\da-f]{6}$/i.test(typed) ? typed.toLowerCase() : undefined;
  const contrast = color && contrastOf(theme, color);
  return (
    <TextField
      label={label}
      hint={hint}
      className="max-w-md"
      before={
        <input
          type="color"
          aria-label={texts.contrast.pick(label)}
          value={color ?? defaultAccent[theme]}
          onChange={({ target }) =>
            form.setValue(path, target.value, { shouldDirty: true, shouldValidate: true })
          }
          className="h-11 w-16 shrink-0 cursor-pointer rounded-md border border-line-strong bg-surface p-1"
        />
      }
      after={
        <span aria-live="polite" className="self-center text-sm whitespace-nowrap tabular-nums">
          {contrast && (contrast < LEAST_CONTRAST ? texts.contrast.low : texts.contrast.good)(contrast)}
        </span>
      }
      {...fieldOf(form)(path)}
    />
  );
}
