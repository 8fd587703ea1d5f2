import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod/mini';
import { toStored, toTyped, type Units, unitOf } from '#contracts/units.ts';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import type { ToolEdit } from '#features/catalogue/managed-contract.ts';
import { newSpecificationsSchema } from '#features/catalogue/specification-contract.ts';
import { measureTexts, toolFieldTexts } from '#features/catalogue/texts/manage.ts';
import {
  availableUnits,
  type ClearableField,
  columnOf,
  type ListField,
  type NewTool,
  newPriceBreaksSchema,
  newToolSchema,
  type ToolField,
  type ToolFieldName,
  toolFieldNames,
  toolFields,
} from '#features/catalogue/tool-fields-contract.ts';
import type { useUpload } from '#features/pictures/web/upload-pictures.ts';
import { pictureFile } from '#features/pictures/web/upload-pictures.ts';
import { formatNumber } from '#texts/locale.ts';
import { fieldTexts } from '#texts/validation.ts';
import { rowsTexts } from '#ui/dashboard/texts.ts';
import type { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { addToolTexts as texts } from '#ui/form-texts.ts';
import { readPriceBreaks, readSpecifications, writePriceBreaks, writeSpecifications } from './form-rows.ts';

/** The legend of the measures marks them all as optional. */
const isMarkedOptional = ({ presence, section }: ToolField) =>
  presence !== 'required' && section !== 'measures';

const labelsInForm = Object.fromEntries(
  Object.entries(toolFieldTexts).map(([name, label]) => {
    const field = toolFields[name as ToolFieldName] as ToolField | undefined;
    return [name, field && isMarkedOptional(field) ? texts.optional(label) : label];
  }),
) as typeof toolFieldTexts;

/** The measures, by what they measure. */
const measures = { weight_grams: 'weight', length_mm: 'size', width_mm: 'size', height_mm: 'size' } as const;

type MeasureName = keyof typeof measures;
const measureNames = Object.keys(measures) as MeasureName[];

/** The label of each field; the picture is last on the page and in messages about fields. */
export const toolLabels = (units: Units) => ({
  ...labelsInForm,
  ...Object.fromEntries(
    measureNames.map((name) => [name, measureTexts[name](unitOf(units, measures[name]).unit)]),
  ),
  img: toolFieldTexts.image,
});

/** A measure as it is typed in the shop's units. */
function typedMeasure(name: MeasureName, units: Units) {
  const { unit, step } = unitOf(units, measures[name]);
  const label = measureTexts[name](unit);
  const stored = (typed: number) => toStored(typed, units, measures[name]);
  return z.optional(
    z.number({ error: fieldTexts.missing(label) }).check(
      z.refine((typed) => Number(stored(typed)) > 0, {
        error: measureTexts.steps(label, formatNumber(step)),
        abort: true,
      }),
      z.refine(
        (typed) => newToolSchema.shape[name].safeParse(stored(typed)).success,
        fieldTexts.tooLarge(label),
      ),
    ),
  );
}

/** The fields whose text may be left empty, which means none. */
const clearableFields = toolFieldNames.filter((name): name is ClearableField => {
  const { presence, input } = toolFields[name];
  return presence === 'optional' && ['line', 'text', 'choice', 'day'].includes(input);
});

/** The rules of a field that may be left empty. */
const orEmpty = (name: ToolFieldName) =>
  z.optional(
    z.string().check((checked) => {
      if (checked.value.trim() === '') return;
      const rules: z.ZodMiniType = newToolSchema.shape[name];
      for (const { message } of rules.safeParse(checked.value).error?.issues ?? [])
        checked.issues.push({ code: 'custom', message, input: checked.value });
    }),
  );

type ClearableRules = Record<ClearableField, ReturnType<typeof orEmpty>>;

type Problems = { issues: { path: PropertyKey[]; message: string }[] };

/** Rows typed as one text; reports the first problem, with its row. */
const formRows = (problemsOf: (text: string) => Problems | undefined) =>
  z.optional(
    z.string().check((checked) => {
      for (const { path, message: problem } of problemsOf(checked.value)?.issues.slice(0, 1) ?? []) {
        const message = path.length > 0 ? rowsTexts.problem(Number(path[0]) + 1, problem) : problem;
        checked.issues.push({ code: 'custom', message, input: checked.value });
      }
    }),
  );

const formSchema = z.extend(z.omit(newToolSchema, { img: true }), {
  // The address of the first picture, if uploaded, and those of the others, one per line.
  img: z.string(),
  pictures: z.string(),
  ...(Object.fromEntries(clearableFields.map((name) => [name, orEmpty(name)])) as ClearableRules),
  specifications: formRows((text) => newSpecificationsSchema.safeParse(readSpecifications(text)).error),
  price_breaks: formRows((text) => newPriceBreaksSchema.safeParse(readPriceBreaks(text)).error),
});

export type FormName = ToolFieldName;
/** The typed fields, the picture last. */
export const formNames = Object.keys(formSchema.shape) as FormName[];

/** The form's rules: those of a tool, with a file to upload in place of the picture's address. */
const toolFormSchema = ({
  hasPicture,
  isNew,
  units,
}: {
  hasPicture: boolean;
  isNew: boolean;
  units: Units;
}) =>
  z.extend(formSchema, {
    weight_grams: typedMeasure('weight_grams', units),
    length_mm: typedMeasure('length_mm', units),
    width_mm: typedMeasure('width_mm', units),
    height_mm: typedMeasure('height_mm', units),
    // An existing tool may be sold out.
    available_quantity: isNew ? newToolSchema.shape.available_quantity : availableUnits,
    image: pictureFile.check(z.refine((file) => file !== undefined || hasPicture, texts.picture.required)),
  });

export type ToolFields = z.infer<ReturnType<typeof toolFormSchema>>;

/** Converts a tool to form fields; its picture stays unless another is chosen. */
export function fieldsOf(tool: ToolDetails, units: Units, currency: string): ToolFields {
  const typedMeasures = measureNames.map((name) => {
    const stored = tool[name];
    return [name, stored === null ? undefined : toTyped(stored, units, measures[name])];
  });
  return {
    ...plainFieldsOf(tool),
    ...Object.fromEntries(typedMeasures),
    specifications: writeSpecifications(tool.specifications),
    price_breaks: writePriceBreaks([...tool.price_breaks, ...tool.overtaken_breaks], currency),
    img: tool.img,
    pictures: writePictures(tool.pictures),
    image: undefined,
  };
}

type PlainField = Exclude<ToolFieldName, ListField | 'img'>;
const plainFields = toolFieldNames.filter(
  (name): name is PlainField => name !== 'img' && columnOf(name) !== null,
);

/** The fields of one line or one number; missing values become the empty text, or no number. */
function plainFieldsOf(tool: ToolDetails) {
  const own = { ...tool, ...tool.own_safety };
  const fields = plainFields.map((name) => [name, own[name] ?? noFields[name]]);
  return Object.fromEntries(fields) as Pick<ToolFields, PlainField>;
}

const writePictures = (pictures: readonly { img: string }[]) => pictures.map(({ img }) => img).join('\n');

/** Returns the pictures after the first as the call takes them, without duplicates. */
export function readPictures(text: string, first: string): { img: string }[] {
  const imgs = new Set(text.split('\n').filter((img) => img !== '' && img !== first));
  return [...imgs].map((img) => ({ img }));
}

/** The fields before anything is typed. Numbers are undefined then, which the type does not express. */
export const noFields = {
  ...Object.fromEntries(formNames.map((name) => [name, emptyOf(toolFields[name])])),
  image: undefined,
} as unknown as ToolFields;

/** Returns the value of an empty field; `undefined` for an optional number. */
function emptyOf({ initially, presence, input }: ToolField) {
  return initially ?? (presence === 'optional' && ['whole', 'amount'].includes(input) ? undefined : '');
}

/** Returns the changes made in the form, as the call takes them: null for an emptied optional field. */
export function editsOf(
  base: ToolDetails,
  fields: ToolFields,
  img: string,
  units: Units,
  currency: string,
): Omit<ToolEdit, 'version'> {
  const stored = { ...fields, ...storedMeasures(fields, units) };
  const before = fieldsOf(base, units, currency);
  const isChanged = (name: FormName) =>
    // Also sent if the first picture changed: the new one may have been among the others.
    fields[name] !== before[name] || (name === 'pictures' && img !== base.img);
  const changed = formNames.filter((name) => name !== 'img' && isChanged(name));
  const edits = changed.map((name) => {
    if (name === 'pictures') return [name, readPictures(fields.pictures, img)];
    if (name === 'specifications') return [name, readSpecifications(fields[name] ?? '')];
    if (name === 'price_breaks') return [name, readPriceBreaks(fields[name] ?? '')];
    const given = stored[name] === '' ? undefined : stored[name];
    return [name, given ?? toolFields[name].initially ?? null];
  });
  return { ...Object.fromEntries(edits), ...(img === base.img ? {} : { img }) };
}

/** Returns the texts that a form may leave empty, as calls take them: undefined for none. */
export const filledFields = (fields: ToolFields) =>
  Object.fromEntries(clearableFields.map((name) => [name, fields[name] || undefined])) as Pick<
    NewTool,
    ClearableField
  >;

/** Returns the measures in grams and millimeters, as calls take them. */
export const storedMeasures = (fields: Pick<ToolFields, MeasureName>, units: Units) =>
  Object.fromEntries(
    measureNames.map((name) => [name, toStored(Number(fields[name] ?? Number.NaN), units, measures[name])]),
  ) as Pick<ToolFields, MeasureName>;

/** Returns the form field that shows an error of a call's field. */
function formField(field: string | undefined): keyof ToolFields | undefined {
  if (field === 'img' || field === 'image') return 'image';
  return formNames.find((name) => name === field?.split('.')[0]);
}

/** The rules shared by the forms of new and existing tools. A tool that is a draft may remain one. */
export const toolFormRules = ({
  isNew,
  mayBeDraft,
  units,
}: {
  isNew: boolean;
  mayBeDraft: boolean;
  units: Units;
}) => ({
  resolver: ((values, ...others) =>
    zodResolver(toolFormSchema({ hasPicture: values.img !== '' || mayBeDraft, isNew, units }))(
      values,
      ...others,
    )) as Resolver<ToolFields, unknown, ToolFields>,
  fieldAtFault: formField,
  check: toolLabels(units),
});

/** Uploads a tool's picture, if one was chosen, and returns its address. */
export const withPicture = async ({ image, img }: ToolFields, upload: Upload) =>
  image ? await upload(image) : img;

type Upload = ReturnType<typeof useUpload>['upload'];

/** The state of a tool's form, new or not. */
export type ToolFormState = ReturnType<typeof useUpload> &
  Pick<
    ReturnType<typeof useCallForm<ToolFields>>,
    'form' | 'field' | 'problem' | 'changes' | 'isSending' | 'formProps'
  > & {
    isRestored: boolean;
    startOver: () => void;
  };
