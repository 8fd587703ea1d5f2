import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { readParagraphs, type TextPiece } from '#contracts/links.ts';
import type { ShopDetails } from '#contracts/shop-details.ts';

/** A page of text: its title, an introduction, and parts under headings. */
export function Article({
  title,
  opening,
  children,
}: {
  title: string;
  opening: string;
  children: ReactNode;
}) {
  return (
    <article className="page py-12 lg:py-16">
      <h1 className="text-3xl lg:text-4xl">{title}</h1>
      <p className="mt-4 max-w-prose text-lg text-ink-soft">{opening}</p>
      <div className="mt-10 border-b border-line">{children}</div>
    </article>
  );
}

/** The parts of an article as the owner wrote them; on wide screens each heading is beside its text. */
export function ArticleParts({ parts }: Pick<ShopDetails['about'], 'parts'>) {
  return numbered(parts).map(([key, { heading, text }]) => (
    <section
      key={key}
      className="grid gap-x-10 gap-y-2 border-t border-line py-6 md:grid-cols-3 lg:grid-cols-4 lg:py-8"
    >
      <h2 className="text-lg">{heading}</h2>
      <div className="max-w-prose space-y-3 md:col-span-2 lg:col-span-3">
        {numbered(readParagraphs(text)).map(([at, pieces]) => (
          <p key={at} className="whitespace-pre-line">
            {numbered(pieces).map(([place, piece]) => (
              <Piece key={place} piece={piece} />
            ))}
          </p>
        ))}
      </div>
    </section>
  ));
}

function Piece({ piece }: { piece: TextPiece }) {
  if (typeof piece === 'string') return piece;
  return (
    <Link to={piece.to} className="text-link">
      {piece.words}
    </Link>
  );
}

/** Pairs each item with its index as the key: the order never changes. */
const numbered = <Item,>(items: Item[]) => items.map((item, index) => [index, item] as const);
