import { zodResolver } from '@hookform/resolvers/zod';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { accentProperties } from '#contracts/accent.ts';
import { accentOf, type DetailsSection, shopDetailsSchema } from '#contracts/shop-details.ts';
import { UTC } from '#contracts/time-zone.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { Button } from '#ui/button.tsx';
import { FormFoot, RestoredNote, SwappedConflict } from '#ui/dashboard/form-parts.tsx';
import { useVersionedForm } from '#ui/dashboard/use-versioned-form.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { notify } from '#ui/toast.tsx';
import { changeDetailsCall, getManagedDetailsCall, type ManagedDetails } from '../contract.ts';
import { likelyZone } from '../region-rules.ts';
import { sectionTexts, shopDetailsTexts as texts } from '../texts/manage.ts';
import { forgetDetails } from './load-details.ts';
import { differingFacts, SectionFields } from './section-fields.tsx';

type SectionFormProps = {
  section: DetailsSection;
  loaded: ManagedDetails;
  preview: (values: FieldValues) => ReactNode;
  /** Queries beside the form whose answers follow from the section. */
  changes?: QueryKey[];
};

/** The form of one section, with a live preview. */
export function SectionForm({ section, loaded, preview, changes = [] }: SectionFormProps) {
  const state = useSectionForm(section, loaded, changes);
  const { form } = state;
  // Watched by the form itself: it restores a draft before any other subscriber exists.
  const typed = form.watch();
  const [isAsking, setAsking] = useState(false);
  const name = sectionTexts[section];
  return (
    <>
      <RestoredNote isRestored={state.isRestored} onStartOver={state.startOver} />
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-2">
        <form {...state.formProps} aria-label={name} className="max-w-2xl space-y-5">
          <SectionFields section={section} form={form} />
          <FormFoot
            problem={state.problem}
            changes={differingFacts(section, typed, state.given)}
            waiting={state.isSending ? texts.saving : undefined}
          >
            <Button type="submit" busy={state.isSending}>
              {texts.save}
            </Button>
            {state.base.own.includes(section) && (
              <Button variant="secondary" onClick={() => setAsking(true)}>
                {texts.reset}
              </Button>
            )}
          </FormFoot>
        </form>
        {/* In the preview's place, so that it does not push the form away from where the eyes are. */}
        {state.conflict ? (
          <SwappedConflict
            key={state.conflict.theirs.version}
            form={state}
            heading={texts.conflict}
            names={differingFacts(section, typed, state.hidden?.values ?? state.given)}
            className="max-w-2xl self-start"
          />
        ) : (
          <div aria-hidden="true" inert>
            <p className="label-caps mb-2 text-ink-soft">{texts.preview}</p>
            <div style={{ zoom: 0.7 }} className="overflow-hidden rounded-md border border-line bg-paper">
              {preview(typed)}
            </div>
          </div>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={texts.askReset(name)}
        confirmLabel={texts.reset}
        onConfirm={() => {
          setAsking(false);
          state.submit(null);
        }}
      >
        <p>{texts.resetWhy}</p>
      </ConfirmDialog>
    </>
  );
}

/** The values that a section's form begins with. An owner who has not chosen a region is offered the time
 * zone of their country instead of UTC. */
function valuesOf(section: DetailsSection, { details, own }: ManagedDetails): FieldValues {
  const { country, zone } = details.region;
  const isOffered = section === 'region' && zone === UTC && !own.includes('region');
  return isOffered ? { ...details.region, zone: likelyZone(country) ?? zone } : details[section];
}

export const managedDetailsKey = ['managed details'];

/** State of a section's form, and how to save it; `null` resets it to the default. */
function useSectionForm(section: DetailsSection, loaded: ManagedDetails, changes: QueryKey[]) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  return useVersionedForm<ManagedDetails, FieldValues, FieldValues | null>({
    // biome-ignore lint/suspicious/noExplicitAny: one form for sections of ten shapes.
    resolver: zodResolver<any, unknown, any>(shopDetailsSchema.shape[section]),
    loaded,
    valuesOf: (managed) => valuesOf(section, managed),
    draft: { name: `details-${section}`, owner: email },
    load: () => api.call(getManagedDetailsCall, {}),
    send: (values, { version }) => api.call(changeDetailsCall, { body: { version, [section]: values } }),
    async onSaved(saved, values) {
      queries.setQueryData(managedDetailsKey, saved);
      const name = sectionTexts[section];
      notify.success(values ? texts.saved(name) : texts.isDone(name));
      forgetDetails();
      // The page's style sheet does not reload, so the new accent is applied here.
      for (const [property, value] of accentProperties(accentOf(saved.details)))
        document.documentElement.style.setProperty(property, value);
      await Promise.all([
        revalidate(),
        ...changes.map((queryKey) => queries.invalidateQueries({ queryKey })),
      ]);
    },
    fieldAtFault: (refused) => refused?.replace(`${section}.`, ''),
    failed: texts.notSaved,
    check: texts.check,
  });
}
