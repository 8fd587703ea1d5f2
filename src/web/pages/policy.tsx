import { policyTexts as texts } from '#web/texts/pages.ts';
import { publicPageMeta } from '#web/ui/page-meta.ts';
import type { Route } from './+types/policy.ts';
import { Article, ArticlePart, ContactLine } from './article.tsx';

export const meta: Route.MetaFunction = (args) =>
  publicPageMeta(args, { title: texts.title, description: texts.description, path: '/policy' });

/** The shop's rules, in plain words. */
export default function Policy() {
  const { orders, stock, payment, cancelling, kept } = texts;
  return (
    <Article title={texts.title} opening={texts.opening}>
      {[orders, stock, payment].map(({ heading, text }) => (
        <ArticlePart key={heading} heading={heading}>
          <p>{text}</p>
        </ArticlePart>
      ))}
      <ArticlePart heading={cancelling.heading}>
        <ContactLine {...cancelling} />
      </ArticlePart>
      <ArticlePart heading={kept.heading}>
        <p>{kept.text}</p>
      </ArticlePart>
    </Article>
  );
}
