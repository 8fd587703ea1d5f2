import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const documents = globSync(['README.md', 'docs/**/*.md', 'packages/*/README.md', 'deploy/**/*.md'], {
  cwd: root,
});

/** The headings of a document as GitHub's anchors. */
function anchorsOf(path: string): string[] {
  const headings = readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}\p{Mark}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** A document without its code, in which nothing is a link. */
function textOf(document: string): string {
  return readFileSync(join(root, document), 'utf8').replaceAll(/^```.*?^```$|`[^`\n]*`/gms, '');
}

function leadsNowhere(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? join(root, document) : join(root, dirname(document), path);
  if (!existsSync(target)) return true;
  return anchor !== undefined && statSync(target).isFile() && !anchorsOf(target).includes(anchor);
}

it('every link between documents leads to a file and a heading that exist', () => {
  const broken = documents.flatMap((document) =>
    [...textOf(document).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^(https?|mailto):/.test(link) && leadsNowhere(document, link))
      .map((link) => `${document}: ${link}`),
  );
  expect(documents.length).toBeGreaterThan(50);
  expect(broken).toEqual([]);
});
