import { COMPARE_FORM, MAX_COMPARED } from '../rules.ts';
import { compareTexts as texts } from '../texts.ts';
import { type Compared, toggleCompared, useCompared } from './compared.ts';

/** A checkbox that marks a tool to be compared, above a card's link; the tool's name is at `nameId`. It belongs
 * to the form of `CompareBar`, so that it works before scripts do. */
export function CompareToggle({ tool, nameId }: { tool: Compared; nameId: string }) {
  const compared = useCompared();
  const isMarked = compared.some(({ _id }) => _id === tool._id);
  return (
    <label className="relative z-1 flex min-h-8 items-center gap-2 text-sm has-disabled:text-ink-soft">
      <input
        type="checkbox"
        name="tool"
        value={tool._id}
        form={COMPARE_FORM}
        checked={isMarked}
        disabled={!isMarked && compared.length >= MAX_COMPARED}
        onChange={() => toggleCompared(tool)}
        aria-describedby={nameId}
        className="size-4 accent-accent"
      />
      {texts.toggle}
    </label>
  );
}
