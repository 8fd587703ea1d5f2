import { z } from 'zod/mini';
import { formLine, plainLine } from '#contracts/text.ts';
import { specificationRuleTexts as texts } from './texts/manage.ts';

/** Maximum number of specifications per tool. */
const MAX_SPECIFICATIONS = 30;

/** A specification as sent; without a unit if that is left out or empty. */
const newSpecificationSchema = z.object({
  name: formLine({ missing: texts.nameMissing, label: texts.name, max: 60 }),
  value: formLine({ missing: texts.valueMissing, label: texts.value, max: 120 }),
  unit: z.optional(z.nullable(plainLine(texts.unit, 20))),
});
export type NewSpecification = z.infer<typeof newSpecificationSchema>;

/** A tool's specifications in order, with unique names. */
export const newSpecificationsSchema = z
  .array(newSpecificationSchema)
  .check(z.maxLength(MAX_SPECIFICATIONS, texts.tooMany(MAX_SPECIFICATIONS)), (checked) => {
    const names = checked.value.map(({ name }) => name.toLowerCase());
    const again = names.findIndex((name, index) => names.indexOf(name) < index);
    const message = texts.twice(checked.value[again]?.name ?? '');
    if (again >= 0)
      checked.issues.push({ code: 'custom', message, input: checked.value, path: [again, 'name'] });
  });
