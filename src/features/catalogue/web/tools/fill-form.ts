import type { ToolChoice } from './tool-choice.ts';

/**
 * Puts a choice into a form whose fields carry its names: going back, a chip or a link change it from outside. A space
 * just typed at the end stays.
 */
export function fillForm(form: HTMLFormElement, choice: ToolChoice): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    if (!(field.name in choice)) continue;
    const chosen = [choice[field.name as keyof ToolChoice]].flat();
    if (field.type === 'checkbox') {
      (field as HTMLInputElement).checked = chosen.includes(field.value);
    } else if (field.type === 'radio') {
      (field as HTMLInputElement).checked = chosen[0] === field.value;
    } else if (field !== document.activeElement || field.value.trim() !== chosen[0]) {
      field.value = chosen[0] ?? '';
    }
  }
}

/** The choice that a form's fields make. */
export function readForm(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') query.append(name, value);
  return query;
}
