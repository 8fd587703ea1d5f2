import { useEffect, useRef } from 'react';
import { StaffOnly } from '#features/users/web/admin-only.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { FormFoot, LeaveDialog } from '#ui/dashboard/form-parts.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { TextField } from '#ui/field.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { receiveStockTexts as texts } from '../texts.ts';
import { ToolLookup } from './tool-lookup.tsx';
import { lineFieldId, type ReceivedLine, sumWords, useReceivedStock } from './use-received-stock.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** Received stock of many tools, typed or scanned line by line and received at once. */
export default function ReceiveStock() {
  return (
    <StaffOnly title={texts.title}>
      <PageHead title={texts.title} lead={texts.lead} />
      <ReceiveStockForm />
    </StaffOnly>
  );
}

function ReceiveStockForm() {
  const received = useReceivedStock();
  const { lines, reference, isBusy, goToFirst } = received;
  const button = useRef<HTMLButtonElement>(null);
  // A scanner types at once, without a press before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as the page opens.
  useEffect(() => goToFirst(), []);
  return (
    <>
      <form method="post" noValidate onSubmit={received.submit} className="max-w-4xl space-y-6">
        <TextField
          label={texts.reference}
          maxLength={100}
          autoComplete="off"
          className="max-w-sm"
          value={reference}
          onChange={({ target }) => received.setReference(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            goToFirst();
          }}
        />
        <ol aria-label={texts.lines} className="space-y-4 lg:space-y-3">
          {lines.map((line, index) => (
            <li key={line.key}>
              <LineFields
                line={line}
                number={index + 1}
                received={received}
                onDone={() => button.current?.focus()}
              />
            </li>
          ))}
        </ol>
        <p className="text-ink-soft tabular-nums">{sumWords(lines)}</p>
        <FormFoot problem={received.problem} waiting={undefined}>
          <Button ref={button} type="submit" busy={isBusy} icon="check">
            {texts.submit}
          </Button>
          <Button variant="secondary" icon="plus" onClick={() => received.goToNext(lines.at(-1)?.key ?? '')}>
            {texts.addLine}
          </Button>
        </FormFoot>
      </form>
      <LeaveDialog wouldLose={received.wouldLose} />
    </>
  );
}

/** On wide screens only the first line shows its labels; screen readers get them on each. */
const labelsOnce = 'lg:[&_label]:sr-only';

function LineFields({
  line,
  number,
  received,
  onDone,
}: {
  line: ReceivedLine;
  number: number;
  received: ReturnType<typeof useReceivedStock>;
  onDone: () => void;
}) {
  const { key } = line;
  const { change } = received;
  const labels = number > 1 ? labelsOnce : undefined;
  return (
    <fieldset className="grid gap-x-4 gap-y-3 sm:grid-cols-3">
      <legend className="sr-only">{texts.line(number)}</legend>
      <ToolLookup
        id={lineFieldId(key, 'tool')}
        label={texts.tool}
        name={texts.toolOf(number)}
        words={line.words}
        tool={line.tool}
        error={line.toolError}
        className={classNames('sm:col-span-2', labels)}
        onWords={(words) => change(key, { words, tool: undefined, toolError: undefined })}
        onTool={(tool) => received.choose(line, tool)}
        onError={(toolError) => change(key, { toolError })}
        onEmptyEnter={onDone}
      />
      <TextField
        id={lineFieldId(key, 'quantity')}
        label={texts.quantity}
        aria-label={texts.quantityOf(number)}
        type="number"
        inputMode="numeric"
        min={1}
        enterKeyHint="next"
        error={line.quantityError}
        className={labels}
        value={line.quantity}
        onChange={({ target }) => change(key, { quantity: target.value, quantityError: undefined })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          received.goToNext(key);
        }}
        after={
          <Button
            variant="quiet"
            aria-label={texts.removeLine(number)}
            icon="trash"
            onClick={() => received.remove(key)}
          />
        }
      />
    </fieldset>
  );
}
