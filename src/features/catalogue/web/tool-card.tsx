import { Fragment, type ReactNode, useEffect, useId, useState } from 'react';
import { PrefetchPageLinks } from 'react-router';
import { formatCount } from '#texts/locale.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { AverageRating } from '#ui/rating.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import type { Tool } from '../contract.ts';
import { canBeOrdered, toolPath } from '../rules.ts';
import { toolCardTexts } from '../texts/tool.ts';
import { ToolPrice } from './tool-price.tsx';
import { setPlaceholderTool } from './tool-query.ts';

const figures = {
  min_order_quantity: (tool: Tool) => formatCount(tool.min_order_quantity),
  available_quantity: (tool: Tool) => formatCount(tool.available_quantity),
};

/** A tool's figures under their `labels`; `figureClass` applies to the box of each. */
export function ToolFigures({
  tool,
  labels,
  className,
  ...classes
}: {
  tool: Tool;
  labels: Record<keyof typeof figures, string>;
  className: string;
  figureClass: string;
  labelClass?: string;
  valueClass?: string;
}) {
  return (
    <dl className={className}>
      {(Object.keys(figures) as (keyof typeof figures)[]).map((name) => (
        <div key={name} className={classes.figureClass}>
          <dt className={classes.labelClass}>{labels[name]}</dt>
          <dd className={classes.valueClass}>{figures[name](tool)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A tool in a list (`tool-cards`); the whole card links to ordering it. `sizes` is the picture's width, as
 * in HTML; `eager` loads it at once; `words` are marked in name and description; `beside` renders what is beside the link, given the id of the name. */
export function ToolCard({
  tool,
  heading: Heading,
  sizes,
  eager = false,
  words,
  beside,
}: {
  tool: Tool;
  heading: 'h2' | 'h3';
  sizes: string;
  eager?: boolean;
  words?: readonly string[] | undefined;
  beside?: (nameId: string) => ReactNode;
}) {
  const nameId = useId();
  return (
    <article className="tool-card overflow-hidden rounded-md border border-line bg-surface has-[a:hover]:border-line-strong">
      <ToolPicture
        of={tool}
        sizes={sizes}
        eager={eager}
        className="card-picture border-b border-line max-md:border-r"
      />
      <div className="card-head min-w-0 pt-3 pr-3 md:px-4">
        <p className="label-caps wrap-anywhere text-ink-soft">
          <ToolKind tool={tool} />
        </p>
        {/* Whole, since tools often differ at the ends of their names. */}
        <Heading id={nameId} className="mt-1 text-base wrap-anywhere md:text-lg">
          <Highlighted text={tool.name} words={words} />
        </Heading>
        <AverageRating rating={tool.rating} count={tool.rating_count} />
      </div>
      <p
        data-excerpt
        className="card-text line-clamp-2 px-3 text-sm wrap-anywhere text-ink-soft md:mt-2 md:px-4"
      >
        <Highlighted text={tool.description} words={words} />
      </p>
      <div className="card-price flex flex-wrap items-center gap-x-3 gap-y-1 pr-3 max-xs:pl-3 md:justify-between md:px-4 md:py-3">
        <ToolPrice tool={tool} className="text-lg font-bold md:text-xl" />
        <Badge tone="good">{toolCardTexts.inStock}</Badge>
      </div>
      <ToolFigures
        tool={tool}
        labels={toolCardTexts.figures}
        className="card-figures content-center pl-3 max-xs:pr-3 md:mx-4 md:flex md:divide-x md:divide-line md:border-t md:border-line md:pl-0"
        figureClass="flex items-baseline justify-between gap-2 md:flex-1 md:flex-col md:justify-start md:gap-0 md:py-2 md:last:pl-4"
        labelClass="text-xs text-ink-soft"
        valueClass="text-sm font-semibold tabular-nums md:text-base"
      />
      <div className="card-cart flex flex-wrap items-center gap-x-4 gap-y-1 pr-3 pb-3 max-xs:pl-3 md:px-4 md:pt-2 md:pb-4">
        <AddCart tool={tool} nameId={nameId} />
        {beside?.(nameId)}
      </div>
    </article>
  );
}

/** 'Kestrel · K-1042 · Hand tools', without unknown parts, each whole if it fits in a line. */
export function ToolKind({ tool: { brand, category, part_number } }: { tool: Tool }) {
  return [brand, part_number, category].filter(Boolean).map((part, nth) => (
    <Fragment key={part}>
      {nth > 0 && ' · '}
      <span className="inline-block max-w-full">{part}</span>
    </Fragment>
  ));
}

/** The link to order a tool, which covers its whole card or row; the large one has an icon. */
export function AddCart({ tool, nameId, size }: { tool: Tool; nameId: string; size?: 'sm' }) {
  const look = {
    variant: 'secondary',
    size,
    icon: size ? undefined : <Icon name="cart" />,
    'aria-describedby': nameId,
    children: toolCardTexts.addCart,
  } as const;
  if (!canBeOrdered(tool)) {
    return (
      <>
        <Button {...look} disabled className="flex-1 whitespace-nowrap" />
        <p className="font-semibold text-bad">{toolCardTexts.outOfStock}</p>
      </>
    );
  }
  return (
    <LinkButton
      {...look}
      to={toolPath(tool)}
      prefetch="intent"
      onClick={() => setPlaceholderTool(tool)}
      className="flex-1 whitespace-nowrap after:absolute after:inset-0"
    />
  );
}

/** Delay in milliseconds after the list hydrates, by which its first pictures have loaded. */
const QUIET_MS = 500;

/** The connection, in browsers that report it (Network Information API). */
type Line = { saveData?: boolean; effectiveType?: string };

/** Loads the code of the tool page, which is the same for every tool, when idle and if the connection allows
 * it. */
export function PrefetchToolPage({ tool }: { tool: Tool | undefined }): ReactNode {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    const line: Line | undefined = Reflect.get(navigator, 'connection');
    if (line?.saveData || line?.effectiveType?.includes('2g')) return;
    const timer = setTimeout(() => setIsTime(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return isTime && tool && <PrefetchPageLinks page={toolPath(tool)} />;
}

/** A text with the searched words marked. */
export function Highlighted({ text, words = [] }: { text: string; words?: readonly string[] | undefined }) {
  return (
    <SavedText text={text}>
      {(part) =>
        highlightPieces(part, words).map((piece) =>
          piece.isHit ? (
            <mark key={piece.at} className="rounded-md bg-accent-wash text-accent-strong">
              {piece.text}
            </mark>
          ) : (
            <Fragment key={piece.at}>{piece.text}</Fragment>
          ),
        )
      }
    </SavedText>
  );
}

/** Splits a text at the beginnings of words that were searched for, ignoring case: 'ham' in 'Claw hammer'
 * gives 'Claw ', 'ham', 'mer', each with its start index `at`. Together the pieces are exactly the text. */
export function highlightPieces(text: string, words: readonly string[]) {
  const sought = words.filter(Boolean).sort((one, other) => other.length - one.length);
  if (sought.length === 0) return [{ text, at: 0, isHit: false }];
  const anyWord = sought.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  // With a capturing group, every second piece is a match.
  const pieces = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${anyWord})`, 'iu'));
  let at = 0;
  return pieces.map((piece, index) => {
    const start = at;
    at += piece.length;
    return { text: piece, at: start, isHit: index % 2 === 1 };
  });
}
