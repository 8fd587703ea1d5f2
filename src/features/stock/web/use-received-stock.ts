import { type FormEvent, useState } from 'react';
import type { Tool } from '#features/catalogue/contract.ts';
import { quantity as quantityRule } from '#features/catalogue/tool-fields-contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { counted } from '#texts/locale.ts';
import { ApiError, errorMessage } from '#ui/client/api-client.ts';
import { newKey } from '#ui/client/new-key.ts';
import { useFocus } from '#ui/hooks.ts';
import { useAction } from '#ui/use-action.ts';
import { type ReceivedStock, receiveStockCall } from '../contract.ts';
import { stockRuleTexts, receiveStockTexts as texts } from '../texts.ts';

/** A line while it is edited: the tool is known once it is chosen for the words. */
export type ReceivedLine = {
  key: string;
  words: string;
  tool: Tool | undefined;
  quantity: string;
  toolError?: string | undefined;
  quantityError?: string | undefined;
};

export type LineField = 'tool' | 'quantity';

const emptyLine = (): ReceivedLine => ({ key: newKey(), words: '', tool: undefined, quantity: '' });

/** Returns the id of a line's input. */
export const lineFieldId = (key: string, field: LineField) => `line-${key}-${field}`;

const isFilled = ({ words, quantity }: ReceivedLine) => words.trim() !== '' || quantity.trim() !== '';

const unitsOf = ({ quantity }: ReceivedLine) => Number(quantity) || 0;

const rule = quantityRule(stockRuleTexts.quantity);

/** Returns a line with its errors. */
function checked(line: ReceivedLine): ReceivedLine {
  const { error } = rule.safeParse(line.quantity.trim() === '' ? undefined : Number(line.quantity));
  return {
    ...line,
    toolError: line.tool ? undefined : (line.toolError ?? texts.toolMissing),
    quantityError: error?.issues[0]?.message,
  };
}

/** Formats as '140 units on 20 lines'. */
export function sumWords(lines: ReceivedLine[]): string {
  const filled = lines.filter(isFilled);
  const units = filled.reduce((sum, line) => sum + unitsOf(line), 0);
  return texts.sum(filled.length, counted(units, texts.units));
}

/** State of the lines of received stock while they are edited, and how to save all of them, or none. */
export function useReceivedStock() {
  const { api } = useSession();
  const focus = useFocus();
  const focusLine = ({ key }: ReceivedLine, field: LineField) => focus(lineFieldId(key, field));
  const [lines, setLines] = useState(() => [emptyLine()]);
  const [reference, setReference] = useState('');
  const [problem, setProblem] = useState<string>();

  const taking = useAction({
    call: ({ received }: { received: ReceivedStock; sent: ReceivedLine[] }, keyFor) =>
      api.call(receiveStockCall, { body: received, headers: { 'idempotency-key': keyFor(received) } }),
    onDone: () => {
      const next = emptyLine();
      setLines([next]);
      setReference('');
      focusLine(next, 'tool');
    },
    changes: [['tools'], ['stock'], ['tool-lookup']],
    done: (_answer, { sent }) => texts.taken(sumWords(sent)),
    onRefused: (error, { sent }) => {
      const [, index, name] =
        (error instanceof ApiError && /^lines\.(\d+)\.(\w+)/.exec(error.field ?? '')) || [];
      const wrong = sent[Number(index)];
      if (!wrong) return setProblem(errorMessage(error));
      const field = name === 'quantity' ? 'quantity' : 'tool';
      const words = errorMessage(error);
      change(wrong.key, field === 'quantity' ? { quantityError: words } : { toolError: words });
      setProblem(texts.problems(1));
      focusLine(wrong, field);
    },
  });

  function change(key: string, facts: Partial<ReceivedLine>) {
    setLines((all) => all.map((line) => (line.key === key ? { ...line, ...facts } : line)));
  }

  /** Moves to the next line, which is added if there is none. */
  function goToNext(key: string) {
    const next = lines[lines.findIndex((line) => line.key === key) + 1] ?? emptyLine();
    if (!lines.includes(next)) setLines((all) => [...all, next]);
    focusLine(next, 'tool');
  }

  function remove(key: string) {
    const index = lines.findIndex((line) => line.key === key);
    const left = lines.filter((line) => line.key !== key);
    const shown = left.length > 0 ? left : [emptyLine()];
    setLines(shown);
    const next = shown[Math.min(index, shown.length - 1)];
    if (next) focusLine(next, 'tool');
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (taking.isPending) return;
    const filled = lines.filter(isFilled);
    const sent = (filled.length > 0 ? filled : lines.slice(0, 1)).map(checked);
    const wrong = sent.filter(({ toolError, quantityError }) => toolError ?? quantityError);
    setLines((all) => all.map((line) => sent.find(({ key }) => key === line.key) ?? line));
    setProblem(wrong.length > 0 ? texts.problems(wrong.length) : undefined);
    const [first] = wrong;
    if (first) return focusLine(first, first.toolError ? 'tool' : 'quantity');
    const received: ReceivedStock = {
      ...(reference.trim() !== '' && { reference: reference.trim() }),
      lines: sent.map((line) => ({ toolId: line.tool?._id ?? '', quantity: Number(line.quantity) })),
    };
    taking.mutate({ received, sent });
  }

  return {
    lines,
    reference,
    setReference,
    problem,
    isBusy: taking.isPending,
    wouldLose: lines.some(isFilled),
    change,
    /** Sets a line's tool; the focus moves to its quantity. */
    choose(line: ReceivedLine, tool: Tool) {
      change(line.key, { tool, words: tool.name, toolError: undefined });
      focusLine(line, 'quantity');
    },
    goToFirst() {
      if (lines[0]) focusLine(lines[0], 'tool');
    },
    goToNext,
    remove,
    submit,
  };
}
