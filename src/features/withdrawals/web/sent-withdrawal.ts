import { isEmail } from '#contracts/email.ts';
import type { Withdrawal } from '../contract.ts';
import { withdrawalRuleTexts as rules, withdrawPageTexts as texts } from '../texts.ts';

/** Number of items that the form has fields for; the email says how to declare more. */
export const FORM_LINES = 5;

/** A line as typed: an item's number and quantity. */
export type FormLine = { orderNumber: string; quantity: string };

/** The form's fields as typed. */
export type WithdrawalValues = Pick<Withdrawal, 'name' | 'orderNumber' | 'email'> & {
  isWhole: boolean;
  lines: FormLine[];
};

/** Errors by field. */
export type WithdrawalProblems = Partial<Record<'name' | 'orderNumber' | 'email' | 'lines', string>>;

const fields = ['name', 'orderNumber', 'email', 'lines'] as const;

/** The form's field that an error of the call is about. */
export const problemField = (field: string | undefined) =>
  fields.find((name) => field === name || field?.startsWith(`${name}.`));

/** Reads a sent form. */
export function readSent(sent: FormData): WithdrawalValues {
  const text = (name: string) => String(sent.get(name) ?? '');
  return {
    name: text('name'),
    orderNumber: text('orderNumber'),
    email: text('email'),
    isWhole: sent.get('scope') !== 'some',
    lines: Array.from({ length: FORM_LINES }, (_, nth) => ({
      orderNumber: text(`lineNumber${nth}`),
      quantity: text(`lineQuantity${nth}`),
    })),
  };
}

/** The lines that were typed, for an order of which only some items are meant. */
export const typedLines = ({ isWhole, lines }: WithdrawalValues): FormLine[] =>
  isWhole ? [] : lines.filter((line) => line.orderNumber.trim() !== '' || line.quantity.trim() !== '');

/** Checks a form before it is shown for confirmation; the call has the last word. */
export function problemsOf(values: WithdrawalValues): WithdrawalProblems {
  const problems: WithdrawalProblems = {};
  if (!values.name.trim()) problems.name = rules.name.missing;
  if (!values.orderNumber.trim()) problems.orderNumber = rules.orderNumber.missing;
  if (!isEmail(values.email)) problems.email = texts.noEmailTyped;
  const lines = typedLines(values);
  if (!values.isWhole && lines.length === 0) problems.lines = texts.noLines;
  if (lines.some((line) => !line.orderNumber.trim() || !/^[1-9]\d{0,8}$/.test(line.quantity.trim())))
    problems.lines = texts.badLine;
  return problems;
}

/** Returns the body of the call for checked values. */
export const toWithdrawal = (values: WithdrawalValues): Withdrawal => ({
  name: values.name,
  orderNumber: values.orderNumber,
  email: values.email,
  lines: typedLines(values).map((line) => ({
    orderNumber: line.orderNumber.trim(),
    quantity: Number(line.quantity),
  })),
});
