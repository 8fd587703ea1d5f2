import type { Page } from 'playwright-core';

/** Text spacing that a reader may set (WCAG 1.4.12). */
const readersSpacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** Runs a check in windows of several widths, and names the width in what it reports. */
export async function atWidths(
  page: Page,
  widths: readonly number[],
  check: () => Promise<string[]>,
): Promise<string[]> {
  const before = page.viewportSize();
  const problems: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // Who watches sizes is told in one frame and has drawn anew by the next.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    problems.push(...(await check()).map((problem) => `at ${width} px ${problem}`));
  }
  if (before) await page.setViewportSize(before);
  return problems;
}

/** Reports sideways scrolling of the page, and the elements that overflow. */
export async function sidewaysProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isScrolled = (element: Element): boolean => {
      const parent = element.parentElement;
      return parent !== null && (getComputedStyle(parent).overflowX !== 'visible' || isScrolled(parent));
    };
    const outside = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && !isScrolled(element),
    );
    const named = outside.slice(-1).map((element) => element.outerHTML.slice(0, 160));
    return [`at ${innerWidth} px it scrolls sideways by ${scrollWidth - clientWidth} px: ${named.join()}`];
  });
}

/** Reports content that is lost when a reader increases text spacing. */
export async function spacingProblems(page: Page): Promise<string[]> {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, readersSpacing);
  const cut = await page.evaluate(() => {
    const hides = (style: CSSStyleDeclaration) =>
      [style.overflowX, style.overflowY].some((value) => /hidden|clip/.test(value));
    const isCut = (element: Element) => {
      const style = getComputedStyle(element);
      if (!hides(style) || !element.checkVisibility() || style.position === 'absolute') return false;
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return false;
      return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
    };
    return [...document.body.querySelectorAll('*')]
      .filter((element) => !(element instanceof SVGElement) && element.textContent?.trim() && isCut(element))
      .map((element) => `with wider spacing its text is cut: ${element.outerHTML.slice(0, 160)}`);
  });
  const sideways = await sidewaysProblems(page);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return [...cut, ...sideways.map((problem) => `with wider spacing ${problem}`)];
}
