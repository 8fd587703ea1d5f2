import { useId } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';
import { shopDetailsLabels } from '#texts/shop-details.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { MoneyField } from '#ui/dashboard/money-field.tsx';
import { CheckField } from '#ui/field.tsx';
import { fieldOf } from '#ui/field-of.ts';
import { securityTexts as texts } from '../texts/manage.ts';

const labels = shopDetailsLabels.security;

/** What is asked of staff before they do anything, and before they refund much. */
export function SecurityFields({ form }: { form: UseFormReturn<FieldValues, unknown, FieldValues | null> }) {
  const { identityProvider } = useShopSettings();
  return (
    <>
      {identityProvider.kind === 'embedded' ? (
        <StaffFactor form={form} />
      ) : (
        <p className="max-w-prose text-ink-soft">{texts.firebase}</p>
      )}
      <MoneyField
        label={labels.refundsAbove}
        hint={texts.refundsAbove}
        min={0}
        isTyped={form.formState.dirtyFields['refundsAbove'] === true}
        {...fieldOf(form)('refundsAbove', { setValueAs: toAmount })}
      />
    </>
  );
}

const toAmount = (typed: unknown) => (typed === '' || typed === null ? null : Number(typed));

function StaffFactor({ form }: { form: UseFormReturn<FieldValues, unknown, FieldValues | null> }) {
  const id = useId();
  const { error, ...field } = fieldOf(form)('staffFactor');
  return (
    <div>
      <CheckField
        className="min-h-11"
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        {...field}
      >
        {labels.staffFactor}
      </CheckField>
      <p id={`${id}-error`} className="mb-1 text-sm font-medium text-bad empty:hidden">
        {error}
      </p>
      <div id={`${id}-hint`} className="space-y-1 text-sm text-ink-soft">
        <p>{texts.staffFactor}</p>
        <p>
          {texts.ownFirst}{' '}
          <Link to="/dashboard/security" className="text-link">
            {texts.ownFactor}
          </Link>
        </p>
        <p>
          <Link to="/dashboard/users?role=no-second-step" className="text-link">
            {texts.whoLacks}
          </Link>
        </p>
      </div>
    </div>
  );
}
