import { mailStyle } from '#contracts/mail-style.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { LOCALE } from '#texts/locale.ts';
import { mailFrameTexts } from '#texts/mails.ts';

/** A mail before it has its two forms. */
export type Letter = {
  to: string;
  subject: string;
  paragraphs: string[];
  /** Label and value, a line each. */
  facts?: [label: string, value: string][];
  link?: { label: string; url: string };
  /** Said last. */
  closing?: string;
};

/** Writes a letter out as plain text and as simple HTML. Everything in it is taken as text, never as HTML. */
export function writeLetter(letter: Letter): Mail {
  return {
    to: letter.to,
    // A line break would begin another header (RFC 5322, section 2.2).
    subject: letter.subject.replace(/\s+/g, ' '),
    text: toText(letter),
    html: toHtml(letter),
  };
}

function toText({ paragraphs, facts = [], link, closing }: Letter): string {
  const blocks = [
    ...paragraphs,
    facts.map(([label, value]) => mailFrameTexts.fact(label, value)).join('\n'),
    link ? `${link.label}:\n${link.url}` : '',
    closing ?? '',
    mailFrameTexts.signature,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function toHtml({ subject, paragraphs, facts = [], link, closing }: Letter): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" align="left">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const blocks = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    rows.length > 0 ? `<table>${rows.join('')}</table>` : '',
    link ? `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>` : '',
    closing ? `<p>${escapeHtml(closing)}</p>` : '',
    `<p>${escapeHtml(mailFrameTexts.signature)}</p>`,
  ];
  return (
    `<!doctype html><html lang="${LOCALE}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title>` +
    `<style>${mailStyle}</style></head><body>${blocks.join('')}</body></html>`
  );
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
