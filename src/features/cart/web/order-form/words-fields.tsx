import type { UseFormRegisterReturn } from 'react-hook-form';
import type { z } from 'zod/mini';
import type { buyersWordsSchema } from '#features/orders/contract.ts';
import { cartWordsTexts as texts } from '#features/orders/texts/cart.ts';
import { TextArea, TextField } from '#ui/field.tsx';

/** The buyer's purchase order number and note. */
export type Words = z.infer<typeof buyersWordsSchema>;

type WordsFieldsProps = {
  fields: Record<keyof Words, UseFormRegisterReturn & { error: string | undefined }>;
  isOpen: boolean;
};

/** The buyer's purchase order number and note, asked once for all lines: collapsed unless `isOpen`, since few
 * buyers use them. */
export function WordsFields({ fields, isOpen }: WordsFieldsProps) {
  return (
    <details open={isOpen}>
      <summary className="inline-flex min-h-6 cursor-pointer items-center text-sm font-semibold text-link">
        {texts.title}
      </summary>
      <div className="mt-3 grid gap-4">
        <TextField
          label={texts.purchaseOrderNumber}
          hint={texts.purchaseOrderHint}
          {...fields.purchaseOrderNumber}
        />
        <TextArea label={texts.buyerNote} rows={2} {...fields.buyerNote} />
      </div>
    </details>
  );
}
