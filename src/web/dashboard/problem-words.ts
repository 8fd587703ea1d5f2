import type { FieldErrors, FieldValues } from 'react-hook-form';
import { formTexts } from '#web/texts/forms.ts';

/** One sentence on the fields at fault, to be told when a form is sent; their labels are in the page's order. */
export function problemWords<Fields extends FieldValues>(
  errors: FieldErrors<Fields>,
  labels: Partial<Record<keyof Fields, string>>,
): string {
  const atFault = Object.entries(labels).filter(([field]) => field in errors);
  return formTexts.problems(atFault.map(([, label]) => String(label)));
}
