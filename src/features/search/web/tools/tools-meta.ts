import type { MetaDescriptor } from 'react-router';
import type { Tool } from '#features/catalogue/contract.ts';
import { type PageArgs, pageMeta, publicPageMeta, settingsIn } from '#ui/page-meta.ts';
import { seoTexts } from '#ui/seo-texts.ts';
import { choiceAddress, choiceQuery, everyTool, readChoice } from './tool-choice.ts';

type Page = PageArgs & { location: { search: string } };

/** What search engines are told of a list: all tools and each category, looked for by name, are pages to
 * keep; other filters and sorts show the same tools, so they name one of these. Words, and a choice that
 * nothing fits, stay out: `first` is the first tool of the list. */
export function toolsMeta(page: Page, first: Tool | undefined): MetaDescriptor[] {
  const { title, description, categoryDescription, searchTitle } = seoTexts.tools;
  const choice = readChoice(new URLSearchParams(page.location.search));
  if (choice.q) return pageMeta(page, searchTitle(choice.q), description);
  if (!first && choiceQuery(choice).size > 0) return pageMeta(page, title, description);
  const { category } = choice;
  if (!category) return publicPageMeta(page, { title, description, path: '/tools' });
  return publicPageMeta(page, {
    title: category,
    description: categoryDescription(category, settingsIn(page.matches)?.shop.name),
    path: choiceAddress({ ...everyTool, category }),
  });
}
