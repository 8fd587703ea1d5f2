import type { Page } from 'playwright-core';

/** Returns problems with the page's outline, language and title. */
export async function outlineProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = [];
    const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
      .filter((heading) => heading.checkVisibility() && !heading.closest('[inert]'))
      .map(({ tagName }) => Number(tagName.slice(1)));
    if (levels.filter((level) => level === 1).length !== 1)
      problems.push(`not one h1, but levels ${levels.join(' ')}`);
    if (!/^en\b/.test(document.documentElement.lang))
      problems.push(`its language is '${document.documentElement.lang}'`);
    if (!/\S+ – Toolyard|^Toolyard – \S+/.test(document.title))
      problems.push(`its title is '${document.title}'`);
    if (document.querySelectorAll('title').length !== 1) problems.push('it has not one title');
    for (const name of ['header', 'main', 'footer'])
      if (document.querySelectorAll(`body > ${name}, body > * > ${name}`).length > 1)
        problems.push(`more than one ${name}`);
    return problems;
  });
}
