import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { accentProperties } from '#contracts/accent.ts';
import { accentOf, type DetailsSection, shopDetailsSchema } from '#contracts/shop-details.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { useVersionedForm } from '#ui/dashboard/use-versioned-form.ts';
import { notify } from '#ui/toast.tsx';
import { changeDetailsCall, getManagedDetailsCall, type ManagedDetails } from '../contract.ts';
import { sectionTexts, shopDetailsTexts as texts } from '../texts/manage.ts';
import { forgetDetails } from './load-details.ts';

export const managedDetailsKey = ['managed details'];

/** The state of the form for a section, and what saves it; `null` brings back the default. */
export function useSectionForm(section: DetailsSection, loaded: ManagedDetails) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  return useVersionedForm<ManagedDetails, FieldValues, FieldValues | null>({
    // biome-ignore lint/suspicious/noExplicitAny: one form for sections of ten shapes.
    resolver: zodResolver<any, unknown, any>(shopDetailsSchema.shape[section]),
    loaded,
    valuesOf: ({ details }) => details[section],
    draft: { name: `details-${section}`, owner: email },
    load: () => api.call(getManagedDetailsCall, {}),
    send: (values, { version }) => api.call(changeDetailsCall, { body: { version, [section]: values } }),
    async onSaved(saved, values) {
      queries.setQueryData(managedDetailsKey, saved);
      const name = sectionTexts[section];
      notify.success(values ? texts.saved(name) : texts.isDone(name));
      forgetDetails();
      // The page's style sheet stays as it came.
      for (const [property, value] of accentProperties(accentOf(saved.details)))
        document.documentElement.style.setProperty(property, value);
      await revalidate();
    },
    fieldAtFault: (refused) => refused?.replace(`${section}.`, ''),
    failed: texts.notSaved,
    check: texts.check,
  });
}
