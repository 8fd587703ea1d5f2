import { useState } from 'react';
import { quickOrderTexts as texts } from '#features/quick-order/texts.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { SelectField, TextField } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { Price } from '#ui/price.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { chosenTool, type EditedLine, fittedLine, formQuantity, linePrice } from './edited-lines.ts';
import { type QuickOrder, quantityId } from './use-quick-order.ts';

type LineProps = { line: EditedLine; number: number; quickOrder: QuickOrder };

/** One line: the pasted text, its tool or candidates, quantity, and total. */
export function LineFields({ line, number, quickOrder }: LineProps) {
  const { currency } = useShopSettings();
  const tool = chosenTool(line);
  const price = linePrice(line, currency);
  return (
    <li aria-label={texts.line(number)} className="grid gap-x-4 gap-y-3 p-4 sm:grid-cols-quick-line">
      <div className="hidden sm:block">
        {tool && <ToolPicture of={tool} sizes="80px" className="rounded-sm" />}
      </div>
      <div className="min-w-0 space-y-2">
        {line.goneId !== undefined ? (
          <>
            <p className="font-semibold wrap-anywhere">
              <SavedText text={line.text} />
            </p>
            <p className="text-sm font-medium text-bad">{texts.gone}</p>
          </>
        ) : tool && line.tools.length === 1 ? (
          <p className="font-semibold">
            <SavedText text={tool.name} />
          </p>
        ) : (
          <Question line={line} number={number} quickOrder={quickOrder} />
        )}
        {line.goneId === undefined && <Facts line={line} />}
      </div>
      <div className="flex items-start gap-x-4 sm:contents">
        {line.tools.length > 0 && (
          <TextField
            className="w-36 sm:w-auto"
            id={quantityId(line.key)}
            label={texts.quantityLabel}
            aria-label={texts.quantity(number)}
            type="number"
            inputMode="numeric"
            min={1}
            value={line.quantity}
            error={line.refused ?? (formQuantity(line) === undefined ? texts.quantityMissing : undefined)}
            onChange={({ target }) =>
              quickOrder.change(line.key, { quantity: target.value, raised: undefined })
            }
            onBlur={() => quickOrder.raise(line.key)}
          />
        )}
        {line.tools.length > 0 && (
          <p className="mt-6 flex h-11 flex-1 items-center justify-end font-semibold">
            {price !== undefined && <Price amount={price} />}
          </p>
        )}
        <Button
          variant="quiet"
          className={classNames(
            'ml-auto size-11 shrink-0 px-0! sm:col-start-5 sm:mt-6',
            line.tools.length > 0 && 'mt-6',
          )}
          aria-label={texts.remove(number)}
          icon={<Icon name="trash" className="size-5" />}
          onClick={() => quickOrder.remove(line.key)}
        />
      </div>
    </li>
  );
}

/** Asks which tool is meant: a choice of candidates, or a search if there are none. */
function Question({ line, number, quickOrder }: LineProps) {
  const [words, setWords] = useState(line.text);
  const { readAgain } = quickOrder;
  if (line.tools.length > 0)
    return (
      <SelectField
        label={line.reason ? texts.asked[line.reason] : texts.choice}
        aria-label={texts.choose(number)}
        value={line.toolId}
        onChange={({ target }) => {
          quickOrder.change(line.key, { toolId: target.value });
          quickOrder.raise(line.key);
        }}
        none={texts.choice}
        options={line.tools.map(({ toolId, name }) => [toolId, name])}
      />
    );
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        if (!readAgain.isPending && words.trim() !== '') readAgain.mutate({ key: line.key, text: words });
      }}
    >
      <TextField
        label={texts.words(number)}
        value={words}
        error={texts.notFound}
        onChange={({ target }) => setWords(target.value)}
        after={
          <Button
            type="submit"
            variant="secondary"
            className="shrink-0"
            busy={readAgain.isPending && readAgain.variables.key === line.key}
          >
            {texts.again}
          </Button>
        }
      />
    </form>
  );
}

/** Notes on a line: corrected words, why its quantity was raised, and why it can't be ordered. */
function Facts({ line }: { line: EditedLine }) {
  const tool = chosenTool(line);
  const fitted = fittedLine(line);
  const isAskedHowMany = tool && line.tools.length === 1 && line.reason && formQuantity(line) === undefined;
  const { problem } = fitted ?? {};
  const { raised } = line;
  return (
    <>
      <p className="text-sm wrap-anywhere text-ink-soft">
        {tool?.partNumber && `${texts.partNumber(tool.partNumber)}. `}
        {line.text !== tool?.name && texts.pasted(line.text)}
      </p>
      {line.corrected && <p className="text-sm text-ink-soft">{texts.understood(line.corrected)}</p>}
      {isAskedHowMany && line.reason && (
        <p className="text-sm font-medium text-bad">{texts.asked[line.reason]}</p>
      )}
      {tool && raised && !problem && (
        <p className="text-sm font-medium">
          {raised.by === 'minimum'
            ? texts.raised.minimum(raised.from)
            : texts.raised.packs(raised.from, tool.packStep)}
        </p>
      )}
      {tool && problem && (
        <p className="text-sm font-medium text-bad">
          {problem === 'sold_out'
            ? texts.problems.sold_out
            : texts.problems.above_available(tool.availableQuantity)}
        </p>
      )}
    </>
  );
}
