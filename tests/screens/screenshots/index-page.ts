import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Picture } from './picture.ts';

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 1600px; padding: 16px; }
  nav { display: flex; flex-wrap: wrap; gap: 4px 16px; }
  .row { display: flex; gap: 12px; overflow-x: auto; align-items: flex-start; }
  .row a { flex: none; }
  img { display: block; width: 240px; max-height: 480px; object-fit: cover; object-position: top; border: 1px solid #8888; }`;

/** Writes an index page of all pictures: a row for each screen and state, each picture linking to its full
 * size. */
export async function writeIndexPage(pictures: Picture[], folder: string): Promise<void> {
  const screens = Object.entries(Object.groupBy(pictures, ({ screen }) => screen));
  const links = screens.map(([screen]) => `<a href="#${screen}">${screen}</a>`).join('\n');
  const sections = screens.map(([screen, shown = []]) => section(screen, shown)).join('\n');
  const html = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Screens of Toolyard</title><style>${style}</style>
<h1>Screens of Toolyard</h1><nav>${links}</nav>
${sections}
</html>
`;
  await writeFile(join(folder, 'index.html'), html);
}

function section(screen: string, pictures: Picture[]): string {
  const rows = Object.entries(Object.groupBy(pictures, ({ state }) => state)).map(
    ([state, shown = []]) => `<h3>${state}</h3><div class="row">${shown.map(figure).join('')}</div>`,
  );
  return `<h2 id="${screen}">${screen}</h2><p><a href="sheet--${screen}.png">all on one sheet</a></p>${rows.join('')}`;
}

const figure = ({ file, width, theme }: Picture) =>
  `<a href="${file}"><img loading="lazy" src="${file}" alt="${width} px, ${theme}">${width} ${theme}</a>`;
