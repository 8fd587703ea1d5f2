import type { Page } from 'playwright-core';

/** Returns what is indistinguishable when the system replaces all colours (Windows' contrast themes). */
export async function forcedColourProblems(page: Page): Promise<string[]> {
  await page.evaluate(noteSeen);
  await page.emulateMedia({ forcedColors: 'active' });
  const problems = await page.evaluate(() => {
    const found: string[] = [];
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      );
    const name = (element: Element) => element.outerHTML.slice(0, 140);
    const isClear = (colour: string) => colour === 'transparent' || /^rgba\(.*, 0\)$/.test(colour);

    // Every input and control has an edge, unless it is a text link or a labelled icon.
    const hasEdge = (element: Element) => {
      const style = getComputedStyle(element);
      return ['Top', 'Bottom'].some(
        (side) =>
          Number.parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`)) > 0 &&
          !isClear(style.getPropertyValue(`border-${side.toLowerCase()}-color`)),
      );
    };
    for (const field of shown(
      'input:not([type=radio], [type=checkbox], [type=file], [type=hidden]), select, textarea',
    ))
      if (!hasEdge(field) && !hasEdge(field.parentElement ?? field))
        found.push(`no edge under forced colours: ${name(field)}`);

    // A menu's link to the current page looks different from its neighbours.
    const looks = (element: Element) => {
      const {
        borderTopColor,
        borderBottomColor,
        borderLeftColor,
        backgroundColor,
        color,
        fontWeight,
        textDecorationLine,
        outlineStyle,
      } = getComputedStyle(element);
      return [
        borderTopColor,
        borderBottomColor,
        borderLeftColor,
        backgroundColor,
        color,
        fontWeight,
        textDecorationLine,
        outlineStyle,
      ].join();
    };
    for (const current of shown('nav [aria-current]:not([aria-current=false])')) {
      const other = [...(current.closest('nav')?.querySelectorAll('a:not([aria-current])') ?? [])][0];
      if (other && looks(other) === looks(current))
        found.push(`not to be told from its neighbours under forced colours: ${name(current)}`);
    }
    for (const chosen of shown('fieldset label:has(:checked), [aria-pressed=true]')) {
      const group = chosen.closest('fieldset') ?? chosen.parentElement;
      const other = group?.querySelector('label:not(:has(:checked)), [aria-pressed=false]');
      const drawn = chosen.querySelector('input')?.checkVisibility({ opacityProperty: true });
      if (other && !drawn && looks(other) === looks(chosen))
        found.push(`chosen, but not to be told from its neighbours under forced colours: ${name(chosen)}`);
    }

    // Icons use a system colour, not one of ours that may equal the background.
    const ground = [document.body, document.documentElement]
      .map((element) => getComputedStyle(element).backgroundColor)
      .find((colour) => !isClear(colour));
    for (const icon of shown('button svg, a svg')) {
      const { stroke, fill, color } = getComputedStyle(icon);
      if (isClear(color) || color === ground || (stroke === ground && fill === 'none'))
        found.push(`an icon lost under forced colours: ${name(icon)}`);
    }
    return found;
  });
  const vanished = await page.evaluate(tellVanished);
  await page.emulateMedia({ forcedColors: 'none' });
  return [...problems, ...vanished];
}

/** Marks everything visible that is read, viewed or pressed. */
function noteSeen(): void {
  for (const element of document.querySelectorAll('a, button, input, select, textarea, h1, h2, h3, img, svg'))
    if (element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      element.setAttribute('data-seen', '');
}

function tellVanished(): string[] {
  return [...document.querySelectorAll('[data-seen]')]
    .filter((element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((element) => `not to be seen under forced colours: ${element.outerHTML.slice(0, 140)}`);
}
