import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A page of text: its title, an opening line, and parts under headings. */
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

/** A part of an article: its heading beside its text on wide screens. */
export function ArticlePart({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-10 gap-y-2 border-t border-line py-6 md:grid-cols-3 lg:grid-cols-4 lg:py-8">
      <h2 className="text-lg">{heading}</h2>
      <div className="max-w-prose space-y-3 md:col-span-2 lg:col-span-3">{children}</div>
    </section>
  );
}

/** A sentence of an article that leads to the contact form. */
export function ContactLine({
  beforeLink,
  link,
  afterLink,
}: Record<'beforeLink' | 'link' | 'afterLink', string>) {
  return (
    <p>
      {beforeLink}{' '}
      <Link to="/#contact" className="text-link">
        {link}
      </Link>
      {afterLink}
    </p>
  );
}
