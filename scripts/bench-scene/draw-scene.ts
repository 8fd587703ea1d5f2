import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { keyline, type Soft, toSoftForm } from '#demo/soft-form.ts';
import { type SceneTheme, sceneThemes } from './themes.ts';
import { type SceneTool, sceneTools } from './tools.ts';

const WIDTH = 1920;
const HEIGHT = 750;
const SVG_TAGS = /<\?xml[^>]*\?>|<\/?svg[^>]*>/g;
const plates = join(import.meta.dirname, '../../demo/plates');

/** Draws the workshop wall in one theme, `widthPx` wide. */
export async function drawScene(theme: keyof typeof sceneThemes, widthPx: number): Promise<Sharp> {
  const look = sceneThemes[theme];
  const scale = widthPx / WIDTH;
  const size = { width: widthPx, height: Math.round(HEIGHT * scale) };
  const draw = (style: string, content: string) => drawSvg(style, content, size);
  const style = styleOf(look);
  const wall = await draw(style, await readPart('wall.svg'))
    .png()
    .toBuffer();
  const tools = await draw(await toolStyle(), (await Promise.all(sceneTools.map(placeTool))).join('\n'))
    .png()
    .toBuffer();
  const soft = (how: Soft) => toSoftForm(sharp(tools), how, size);
  const shadow: Soft = {
    colour: { r: 0x0a, g: 0x0b, b: 0x0d },
    blurPx: 4 * scale,
    steepness: look.shadow,
    level: 0,
  };
  const layers = [
    { input: await soft(shadow), left: Math.round(5 * scale), top: Math.round(7 * scale) },
    ...(look.hasKeyline ? [{ input: await soft(keyline(2 * scale)) }] : []),
    { input: tools },
    {
      input: await draw(style, (await readPart('lamp.svg')) + ruleOf())
        .png()
        .toBuffer(),
    },
  ];
  return sharp(await sharp(wall).composite(layers).png().toBuffer());
}

function drawSvg(
  style: string,
  content: string,
  { width, height }: { width: number; height: number },
): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><style>${style}</style>${content}</svg>`;
  return sharp(Buffer.from(svg), { density: (72 * width) / WIDTH }).resize(width, height);
}

async function readPart(name: string): Promise<string> {
  const svg = await readFile(join(import.meta.dirname, name), 'utf8');
  return svg.replace(SVG_TAGS, '');
}

/** The scene's own parts have finer lines than the plates, because they are shown larger. */
function styleOf({ tones, line, seam, mark }: SceneTheme): string {
  return [
    'svg { fill: none; stroke-linejoin: round; stroke-linecap: round }',
    ...Object.entries(tones).map(([name, tone]) => `.${name} { fill: ${tone} }`),
    `.holes { fill: url(#holes) } .edge { stroke: ${line}; stroke-width: 2.5 } .cord { stroke: ${line}; stroke-width: 4 }`,
    `.seam { stroke: ${seam}; stroke-width: 2 } .grain { stroke: ${line}; stroke-width: 0.8; stroke-opacity: 0.6 }`,
    `.rule { stroke: ${mark}; stroke-width: 1.5; stroke-linecap: butt; stroke-opacity: 0.5 }`,
  ].join('\n');
}

/** The plates' style without measures and with stronger fine lines, because the tools are shown smaller. */
async function toolStyle(): Promise<string> {
  const style = await readFile(join(plates, 'plate-style.css'), 'utf8');
  const finer =
    '.outline { stroke-width: 7 } .inner { stroke-width: 4 } .fine { stroke-width: 2.5 } .centre, .dimension, .contact { display: none }';
  return style + finer;
}

/** Places a plate's drawing; its ids are prefixed for the scene. */
async function placeTool({ plate, at, scale, turn, origin }: SceneTool): Promise<string> {
  const svg = await readFile(join(plates, `${plate}.svg`), 'utf8');
  const drawing = svg.replace(SVG_TAGS, '').replace(/(id="|href="#|url\(#)/g, `$1${plate}-`);
  const place = `translate(${at}) scale(${scale}) rotate(${turn}) translate(${-origin[0]} ${-origin[1]})`;
  return `<g transform="${place}">${drawing}</g>`;
}

/** A rule along the bench's front: a division every 8 units, longer at each fifth and tenth. */
function ruleOf(): string {
  const divisions = Array.from({ length: WIDTH / 8 }, (_, index) => {
    const length = index % 10 === 0 ? 16 : index % 5 === 0 ? 11 : 6;
    return `M${8 * index + 4} 661v${length}`;
  });
  return `<path class="rule" d="${divisions.join('')}"/>`;
}
