import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');

/** Attributes and properties whose value is read or heard by people. */
const READ =
  /^(aria-(label|description|roledescription|valuetext)|label|title|alt|placeholder|hint|caption|heading|header|message|description|noun|words)$/;

/** Names that look like a text: keyboard keys, HTTP headers, error names, terms of schema.org and
 * robots.txt. */
const NAME =
  /^(Escape|Enter|Tab|Home|End|Delete|Backspace|Arrow\w+|Page(Up|Down)|[A-Z][a-z]+(-[A-Z][a-zA-Z]*)+|CapsLock|(Control|Meta)\+K.*|Link|Date|Accept|Authorization|Bearer |\w+Error|(In|OutOf)Stock|(User-agent|Disallow|Sitemap|Contact|Expires|Preferred-Languages|Canonical): ?(\*|mailto:)?)$/;

/** A class name after the part that it is for, or the level of a heading. */
const CLASS = /^[a-z]+(-[a-z]+)+$|^h[1-6]$/;

/** Scripts that are inlined in the page. */
const SCRIPTS = [
  'src/app/lazy-scripts.tsx',
  'src/features/users/web/session/saved-session.ts',
  'src/app/pages/bench-scene.tsx',
  'src/ui/theme.ts',
];

/** A text begins with a capital, or is a sentence. Class lists, addresses and keys do neither. */
function isText(value: string): boolean {
  if (NAME.test(value)) return false;
  return /^[^\p{L}/#.]*\p{Lu}\p{Ll}/u.test(value) || /\p{L} \p{L}.*[.!?…]$/u.test(value);
}

/** The texts in a screen's source, each as 'path:line text'. */
function textsIn(path: string): string[] {
  const source = readFileSync(join(folder, path), 'utf8');
  const found = new Map<number, string>();
  const never = new Set<number>();
  const note = (start: number, text: string) => {
    const line = source.slice(0, start).split('\n').length;
    found.set(start, `${path}:${line} ${text.trim().replaceAll(/\s+/g, ' ')}`);
  };
  const noteRead = (name: unknown, value: { type: string; start: number; value?: unknown } | null) => {
    if (value?.type !== 'Literal' || typeof value.value !== 'string') return;
    if (READ.test(String(name)) && /\p{L}/u.test(value.value) && !CLASS.test(value.value)) {
      note(value.start, value.value);
    }
  };
  const visitor = new Visitor({
    ImportDeclaration: (node) => never.add(node.source.start),
    TSLiteralType: (node) => never.add(node.literal.start),
    // Errors are only seen by programmers.
    NewExpression(node) {
      if (node.callee.type !== 'Identifier' || !node.callee.name.endsWith('Error')) return;
      for (const { start } of node.arguments) never.add(start);
    },
    JSXText(node) {
      if (/\p{L}/u.test(node.value)) note(node.start, node.value);
    },
    JSXAttribute(node) {
      noteRead(node.name.type === 'JSXIdentifier' ? node.name.name : '', node.value);
    },
    Property(node) {
      never.add(node.key.start);
      // A JSON-LD term: `'@type': 'Offer'`.
      if (node.key.type === 'Literal' && node.key.value === '@type') never.add(node.value.start);
      if (node.key.type === 'Identifier') noteRead(node.key.name, node.value);
    },
    Literal(node) {
      if (typeof node.value === 'string' && isText(node.value)) note(node.start, node.value);
    },
    TemplateElement(node) {
      const text = node.value.cooked ?? '';
      if (isText(text) || /\p{L} \p{L}+ \p{L}/u.test(text)) note(node.start, text);
    },
  });
  visitor.visit(parseSync(path, source).program);
  return [...found].filter(([start]) => !never.has(start)).map(([, text]) => text);
}

/** Words that an American shop's editor would not print; docs/design.md says more. */
const NEVER =
  /\b(mails?|anew|held|aside|spanners?|vice|catalogue|cancell(ed|ing)|colours?|please sign in|stands? here|as you chose|you came from|smallest orders?|waits? for|somebody|whoever|run out|shall|shelf|under way|all the same|taken? off|keyed|meanwhile|(takes?|taken|gives?|given|keeps?) back)\b/i;

/** Several sentences without a period at their end. After 'from' and in brackets stands a link. */
const OPEN_END = /[a-z”)]\. [A-Z“].*[a-z”](?<! from)$/s;

/** Every text of the catalogue, each as 'path:line text'. */
function catalogueTexts(path: string): string[] {
  const source = readFileSync(join(folder, path), 'utf8');
  const texts: string[] = [];
  const note = (start: number, text: string) =>
    texts.push(`${path}:${source.slice(0, start).split('\n').length} ${text}`);
  const names = new Set<number>();
  const visitor = new Visitor({
    ImportDeclaration: (node) => names.add(node.source.start),
    Property: (node) => names.add(node.key.start),
    Literal: (node) => {
      if (typeof node.value === 'string' && !names.has(node.start)) note(node.start, node.value);
    },
    TemplateElement: (node) => note(node.start, node.value.cooked ?? ''),
  });
  visitor.visit(parseSync(path, source).program);
  return texts;
}

it('the text catalogue is in plain American English', () => {
  const texts = globSync(
    ['src/texts/*.ts', 'src/{app,ui,features}/**/{texts,*-texts}.ts', 'src/{app,features}/**/texts/*.ts'],
    {
      cwd: folder,
    },
  ).flatMap(catalogueTexts);
  texts.push(...textsIn('src/features/orders/order-states.ts'));
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter((text) => NEVER.test(text.replace(/^\S+ /, '')))).toEqual([]);
  expect(texts.filter((text) => OPEN_END.test(text.replace(/^\S+ /, '')))).toEqual([]);
});

it('every text of the screens is in the text catalogue', () => {
  const screens = globSync(['src/{app,ui}/**/*.{ts,tsx}', 'src/features/*/web/**/*.{ts,tsx}'], {
    cwd: folder,
  }).filter(
    (path) => !path.includes('.test.') && !/texts(\/[\w-]+)?\.ts$/.test(path) && !SCRIPTS.includes(path),
  );
  expect(screens.flatMap(textsIn)).toEqual([]);
});

it('the descriptions of the API are in plain American English', () => {
  const texts = globSync(['src/features/**/*contract.ts', 'src/texts/api.ts'], { cwd: folder })
    .flatMap(catalogueTexts)
    .map((text) => text.replace(/^\S+ /, ''))
    .filter((text) => text.includes(' '));
  expect(texts.length).toBeGreaterThan(300);
  expect(texts.filter((text) => NEVER.test(text))).toEqual([]);
});
