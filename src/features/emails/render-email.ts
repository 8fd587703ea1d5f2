import { accentOf, logoOfPages, type ShopDetails } from '#contracts/shop-details.ts';
import type { EmailAttachment, EmailMessage } from '#platform/email/mailer.ts';
import { escapeHtml } from '#platform/text-formats.ts';
import { LOCALE } from '#texts/locale.ts';
import { type EmailClass, emailStyleSheet, emailStyles, inAccent } from './email-style.ts';
import { emailFrameTexts } from './texts.ts';

/** An email before it is rendered as text and HTML. Line breaks in a fact's value or a paragraph are
 * preserved. */
export type Email = {
  to: string;
  /** The reply address, if not the sender's. */
  replyTo?: string;
  subject: string;
  heading: string;
  paragraphs: string[];
  facts?: [label: string, value: string][];
  /** The button. `isSpelledOut`: its address also appears below it, for programs that show no button. */
  link?: { label: string; url: string; isSpelledOut?: boolean };
  closing?: string;
  /** Why the reader receives it. */
  why: string;
  /** The id by which other emails of its conversation refer to it, if they do; the same for every try. */
  messageId?: string;
  /** The `messageId`s of the earlier emails in its conversation, oldest first. */
  follows?: string[];
  attachments?: readonly EmailAttachment[];
  /** The one-click unsubscribe address, also for mail programs (RFC 8058). */
  stopUrl?: string;
};

/** Renders an email with the shared template, in the shop's name, as plain text and HTML. `origin` is the
 * base of the logo's address. All content is treated as text, never as HTML. */
export function renderEmail(email: Email, details: ShopDetails, origin: string): EmailMessage {
  return {
    to: email.to,
    ...(email.replyTo !== undefined && { replyTo: email.replyTo }),
    ...(email.follows && { follows: email.follows }),
    ...(email.attachments && { attachments: email.attachments }),
    ...(email.stopUrl !== undefined && { headers: stopHeaders(email.stopUrl) }),
    // A line break would start another header (RFC 5322, section 2.2).
    subject: email.subject.replace(/\s+/g, ' '),
    fromName: details.email.senderName || details.shop.name,
    text: toText(email, details),
    html: toHtml(email, details, origin),
  };
}

const sellerOf = ({ shop, contact }: ShopDetails) => [
  shop.name,
  contact.address,
  `${contact.email} · ${contact.phone}`,
];

const stopHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

function toText(
  { heading, paragraphs, facts = [], link, closing, why }: Email,
  details: ShopDetails,
): string {
  const blocks = [
    heading,
    ...paragraphs,
    facts.map(([label, value]) => emailFrameTexts.fact(label, value)).join('\n'),
    link ? `${link.label}:\n${link.url}` : '',
    closing ?? '',
    `--\n${sellerOf(details).join('\n')}\n${why}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function toHtml(
  { subject, heading, paragraphs, facts = [], link, closing, why }: Email,
  details: ShopDetails,
  origin: string,
): string {
  const accent = accentOf(details);
  const card = [
    element('h1', 'heading', escapeHtml(heading)),
    ...paragraphs.map((paragraph) => element('p', 'text', toLines(paragraph))),
    facts.length > 0 ? table('facts', facts.map(toRow).join('')) : '',
    link ? toButton(link) : '',
    link?.isSpelledOut ? element('p', 'note', toSpelledOut(link.url)) : '',
    closing ? element('p', 'note', toLines(closing)) : '',
  ].join('');
  const brand = row(toMark(details, origin));
  const column = table(
    'column',
    row(element('td', 'brand', table('mark', brand, LAYOUT))) +
      row(element('td', 'card', card)) +
      row(element('td', 'foot', [...sellerOf(details), why].map(escapeHtml).join('<br>'))),
    LAYOUT,
  );
  const page = table(
    'frame',
    row(element('td', 'around', `${OUTLOOK_BEGIN}${column}${OUTLOOK_END}`)),
    LAYOUT,
  );
  return (
    `<!DOCTYPE html><html lang="${LOCALE}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title>` +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">' +
    `<meta name="supported-color-schemes" content="light dark"><style>${emailStyleSheet(accent)}</style></head>` +
    // Quotation marks in text are escaped, so only attributes match.
    `${element('body', 'page', page).replace(/style="[^"]*"/g, (style) => inAccent(style, accent))}</html>`
  );
}

/** In pixels: the height of the tile that replaces a missing logo. */
const LOGO_HEIGHT = 32;

/** Marks a table as layout, for screen readers. */
const LAYOUT = ' role="presentation"';

// Outlook on Windows ignores `max-width`, and reads these comments.
const OUTLOOK_BEGIN =
  '<!--[if mso]><table role="presentation" width="600" align="center"><tr><td><![endif]-->';
const OUTLOOK_END = '<!--[if mso]></td></tr></table><![endif]-->';

/** Returns the shop's logo, or the first letter of its name, and the name unless the logo contains it. */
function toMark({ shop: { name }, look }: ShopDetails, origin: string): string {
  const logo = logoOfPages(look.logo);
  const inWords = element('td', 'name', escapeHtml(name));
  if (!logo) return element('td', 'tile', escapeHtml([...name][0] ?? ''), ' aria-hidden="true"') + inWords;
  const isWide = logo.width >= 2 * logo.height;
  const width = Math.round((logo.width * LOGO_HEIGHT) / logo.height);
  const picture = `<img class="picture" style="${emailStyles.picture}" src="${escapeHtml(origin + logo.folder)}logo.png" width="${width}" height="${LOGO_HEIGHT}" alt="${isWide ? escapeHtml(name) : ''}">`;
  return element('td', 'logo', picture) + (isWide ? '' : inWords);
}

function element(tag: string, name: EmailClass, content: string, attributes = ''): string {
  return `<${tag} class="${name}" style="${emailStyles[name]}"${attributes}>${content}</${tag}>`;
}

function table(name: EmailClass, rows: string, attributes = ''): string {
  return element('table', name, `<tbody>${rows}</tbody>`, attributes);
}

const row = (cell: string) => `<tr>${cell}</tr>`;

function toRow([label, value]: [string, string]): string {
  return row(
    element('th', 'label', escapeHtml(label), ' scope="row"') + element('td', 'value', toLines(value)),
  );
}

function toButton({ label, url }: { label: string; url: string }): string {
  const press = element('a', 'press', escapeHtml(label), ` href="${escapeHtml(url)}"`);
  return table('action', row(element('td', 'button', press)), LAYOUT);
}

function toSpelledOut(url: string): string {
  const link = element('a', 'link', escapeHtml(url), ` href="${escapeHtml(url)}"`);
  return `${escapeHtml(emailFrameTexts.spelledOut)}<br>${link}`;
}

const toLines = (text: string) => escapeHtml(text).replaceAll(/\r\n|\r|\n/g, '<br>');

const LONGEST_NAME = 80;

/** What a mail program would make a link: an address with a scheme, a mailbox, a host name. */
const LINK = /:\/\/|@|\bwww\b|[\p{L}\p{N}]\.[\p{L}\p{N}]{2,}/iu;

/** Returns an email's greeting: 'Hello Ada,'. A sign-up chooses both name and address, so a name that could
 * advertise, being long or containing a link, is left out. */
export function greeting(name: string): string {
  return name === '' || name.length > LONGEST_NAME || LINK.test(name)
    ? emailFrameTexts.helloNobody
    : emailFrameTexts.hello(name);
}
