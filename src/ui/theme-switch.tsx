import { useId } from 'react';
import { Icon } from './icon.tsx';
import { uiTexts } from './texts.ts';
import { chooseTheme, useThemeChoice } from './theme.ts';

const choices = [
  { choice: 'light', label: uiTexts.theme.light, icon: 'sun' },
  { choice: 'dark', label: uiTexts.theme.dark, icon: 'moon' },
  { choice: 'system', label: uiTexts.theme.system, icon: 'system-theme' },
] as const;

/** Switches between the light, dark and system theme. */
export function ThemeSwitch() {
  const group = useId();
  const chosen = useThemeChoice();
  return (
    <fieldset className="inline-flex rounded-md border border-line bg-surface">
      <legend className="sr-only">{uiTexts.theme.legend}</legend>
      {choices.map(({ choice, label, icon }) => (
        <label
          key={choice}
          title={label}
          className="relative inline-flex size-8 cursor-pointer items-center justify-center rounded-md text-ink-soft hover:text-ink has-checked:bg-ink has-checked:text-paper forced-colors:has-checked:forced-color-adjust-none has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={group}
            checked={chosen === choice}
            onChange={() => chooseTheme(choice)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          <Icon name={icon} className="pointer-events-none size-4" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
