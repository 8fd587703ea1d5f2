import { classNames } from '#ui/class-names.ts';
import { COMPARE_FORM, MAX_COMPARED } from '../rules.ts';
import { compareTexts as texts } from '../texts.ts';
import { type Compared, toggleCompared, useCompared } from './compared.ts';

type CompareToggleProps = {
  tool: Compared;
  nameId: string;
  /** In a column whose head has the checkbox's label. */
  inColumn?: boolean;
};

/** A checkbox that marks a tool to be compared, above a card's link; the tool's name is at `nameId`. It belongs
 * to the form of `CompareBar`, so that it works before scripts do. */
export function CompareToggle({ tool, nameId, inColumn = false }: CompareToggleProps) {
  const compared = useCompared();
  const isMarked = compared.some(({ _id }) => _id === tool._id);
  return (
    <label
      className={classNames(
        'relative z-1 flex min-h-8 items-center gap-2 text-sm has-disabled:text-ink-soft',
        inColumn && 'z-0 justify-center',
      )}
    >
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
      <span className={inColumn ? 'sr-only' : undefined}>{texts.toggle}</span>
    </label>
  );
}
