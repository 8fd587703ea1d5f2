import { Link } from 'react-router';
import { aboutTexts as texts } from '#web/texts/pages.ts';
import { publicPageMeta } from '#web/ui/page-meta.ts';
import type { Route } from './+types/about.ts';
import { Article, ArticlePart, ContactLine } from './article.tsx';

export const meta: Route.MetaFunction = (args) =>
  publicPageMeta(args, { title: texts.title, description: texts.description, path: '/about' });

/** Who the shop is. */
export default function About() {
  const { sell, how, trial, reach } = texts;
  return (
    <Article title={texts.title} opening={texts.opening}>
      <ArticlePart heading={sell.heading}>
        <p>{sell.text}</p>
        <p>
          <Link to="/tools" className="text-link">
            {sell.toTools}
          </Link>
        </p>
      </ArticlePart>
      <ArticlePart heading={how.heading}>
        <p>{how.text}</p>
      </ArticlePart>
      <ArticlePart heading={trial.heading}>
        <p>{trial.text}</p>
      </ArticlePart>
      <ArticlePart heading={reach.heading}>
        <ContactLine {...reach} />
      </ArticlePart>
    </Article>
  );
}
