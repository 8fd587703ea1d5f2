import { type ReactNode, useEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '#ui/button.tsx';
import { FormFoot, LeaveDialog, RestoredNote, SwappedConflict } from '#ui/dashboard/form-parts.tsx';
import { Icon } from '#ui/icon.tsx';
import { ruleFormTexts as texts } from '../texts/delivery-screen.ts';
import type { RulesForm } from './use-rules-form.ts';

type RulesFrameProps<Typed extends FieldValues> = {
  form: RulesForm<Typed>;
  label: string;
  /** Returns the names of what differs between two versions. */
  differing: (one: Typed, other: Typed) => string[];
  children: ReactNode;
};

/** The form around a part of the rules, with notes on a restored draft and a conflict. */
export function RulesFrame<Typed extends FieldValues>({
  form,
  label,
  differing,
  children,
}: RulesFrameProps<Typed>) {
  const { conflict, hidden, refusals } = form;
  const { submitCount } = form.form.formState;
  const fields = useRef<HTMLFormElement>(null);
  // Rows with errors are opened first.
  useEffect(() => {
    if (submitCount + refusals > 0) focusFirstFault(fields.current);
  }, [submitCount, refusals]);
  return (
    <>
      <RestoredNote isRestored={form.isRestored} onStartOver={form.startOver} />
      {conflict && (
        <SwappedConflict
          key={conflict.theirs.version}
          form={form}
          heading={texts.conflict}
          names={differing(form.typed, hidden?.values ?? form.given)}
          className="max-w-4xl"
        />
      )}
      <form ref={fields} {...form.formProps} aria-label={label} className="max-w-4xl space-y-10">
        {children}
        <FormFoot
          problem={form.problem}
          changes={form.isChanged ? differing(form.typed, form.given) : []}
          waiting={form.isSending ? texts.saving : undefined}
        >
          <Button type="submit" busy={form.isSending}>
            {texts.save}
          </Button>
          {form.isChanged && !conflict && (
            <Button variant="secondary" onClick={form.startOver}>
              {texts.discard}
            </Button>
          )}
        </FormFoot>
      </form>
      <LeaveDialog wouldLose={form.isChanged} why={texts.leaveWhy} />
    </>
  );
}

/** Focuses the first error: a field, a group of fields, or the line with the message. */
function focusFirstFault(form: HTMLFormElement | null): void {
  const fault = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem="true"]');
  const isItself = fault?.matches('[aria-invalid], [tabindex]');
  (isItself ? fault : fault?.querySelector<HTMLElement>('input, button'))?.focus();
}

/** A section of a form, with its heading and the error of the section as a whole. */
export function FormSection({
  id,
  heading,
  lead,
  problem,
  children,
}: {
  id: string;
  heading: string;
  lead?: string;
  problem?: string | undefined;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {heading}
      </h2>
      {lead && <p className="mt-2 max-w-prose text-ink-soft">{lead}</p>}
      {problem && <ProblemLine>{problem}</ProblemLine>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

/** An error of several fields; takes the focus if no field has an error. */
function ProblemLine({ children }: { children: string }) {
  return (
    <p data-problem="true" tabIndex={-1} className="mt-2 flex gap-1.5 text-sm font-medium text-bad">
      <Icon name="warning" className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  );
}

/** Explains a group of fields while nothing has been set. */
export function DefaultsNote({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="mb-6 max-w-4xl rounded-md border border-dashed border-line-strong px-6 py-5">
      <p className="text-lg font-semibold">{heading}</p>
      <div className="mt-1 text-ink-soft">{children}</div>
    </div>
  );
}
