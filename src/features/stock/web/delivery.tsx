import { useEffect, useRef } from 'react';
import { StaffOnly } from '#features/users/web/admin-only.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { FormFoot, LeaveDialog } from '#ui/dashboard/form-parts.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { TextField } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { deliveryTexts as texts } from '../texts.ts';
import { ToolLookup } from './tool-lookup.tsx';
import { type DeliveryLine, lineFieldId, sumWords, useDelivery } from './use-delivery.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** A delivery of many tools, typed or scanned line by line and received at once. */
export default function Delivery() {
  return (
    <StaffOnly title={texts.title}>
      <PageHead title={texts.title} lead={texts.lead} />
      <DeliveryForm />
    </StaffOnly>
  );
}

function DeliveryForm() {
  const delivery = useDelivery();
  const { lines, reference, isBusy, goToFirst } = delivery;
  const button = useRef<HTMLButtonElement>(null);
  // A scanner types at once, without a press before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as the page opens.
  useEffect(() => goToFirst(), []);
  return (
    <>
      <form method="post" noValidate onSubmit={delivery.submit} className="max-w-4xl space-y-6">
        <TextField
          label={texts.reference}
          maxLength={100}
          autoComplete="off"
          className="max-w-sm"
          value={reference}
          onChange={({ target }) => delivery.setReference(target.value)}
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
                delivery={delivery}
                onDone={() => button.current?.focus()}
              />
            </li>
          ))}
        </ol>
        <p className="text-ink-soft tabular-nums">{sumWords(lines)}</p>
        <FormFoot problem={delivery.problem} waiting={undefined}>
          <Button ref={button} type="submit" busy={isBusy} icon={<Icon name="check" className="size-4" />}>
            {texts.submit}
          </Button>
          <Button
            variant="secondary"
            icon={<Icon name="plus" className="size-4" />}
            onClick={() => delivery.goToNext(lines.at(-1)?.key ?? '')}
          >
            {texts.addLine}
          </Button>
        </FormFoot>
      </form>
      <LeaveDialog wouldLose={delivery.wouldLose} />
    </>
  );
}

/** On wide screens only the first line shows its labels; screen readers get them on each. */
const labelsOnce = 'lg:[&_label]:sr-only';

function LineFields({
  line,
  number,
  delivery,
  onDone,
}: {
  line: DeliveryLine;
  number: number;
  delivery: ReturnType<typeof useDelivery>;
  onDone: () => void;
}) {
  const { key } = line;
  const { change } = delivery;
  const labels = number > 1 ? labelsOnce : undefined;
  return (
    <fieldset className="grid gap-x-4 gap-y-3 sm:grid-cols-3">
      <legend className="sr-only">{texts.line(number)}</legend>
      <ToolLookup
        id={lineFieldId(key, 'tool')}
        label={texts.toolOf(number)}
        words={line.words}
        tool={line.tool}
        error={line.toolError}
        className={classNames('sm:col-span-2', labels)}
        onWords={(words) => change(key, { words, tool: undefined, toolError: undefined })}
        onTool={(tool) => delivery.choose(line, tool)}
        onError={(toolError) => change(key, { toolError })}
        onEmptyEnter={onDone}
      />
      <TextField
        id={lineFieldId(key, 'quantity')}
        label={texts.quantityOf(number)}
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
          delivery.goToNext(key);
        }}
        after={
          <Button
            variant="quiet"
            aria-label={texts.removeLine(number)}
            icon={<Icon name="trash" className="size-4" />}
            onClick={() => delivery.remove(key)}
          />
        }
      />
    </fieldset>
  );
}
