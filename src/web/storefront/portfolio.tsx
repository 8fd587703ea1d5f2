import { publicPageMeta } from '#web/page-meta.ts';
import { LinkButton } from '#web/ui/button.tsx';
import type { Route } from './+types/portfolio.ts';
import { Article, ArticlePart } from './article.tsx';

export const meta: Route.MetaFunction = (args) =>
  publicPageMeta(args, {
    title: 'Portfolio',
    description: 'The ranges that Toolyard carries: hand tools, power tools and machines.',
    path: '/portfolio',
  });

const ranges = [
  {
    name: 'Hand tools',
    text: 'Hammers, saws, planes, wrenches, measuring and marking out. What stays on the belt or in the van, sold in the quantities that a gang uses up.',
  },
  {
    name: 'Power tools',
    text: 'Drills, saws, grinders and sanders, corded and cordless. Listed with power, weight and what fits, so that nothing arrives that the batteries you own will not drive.',
  },
  {
    name: 'Machines',
    text: 'Pillar drills, table saws, compressors and what else stands on the workshop floor. Listed with weight and supply, since getting it in is half the job.',
  },
];

/** The ranges that the shop carries. */
export default function Portfolio() {
  return (
    <Article
      title="Portfolio"
      opening="Three ranges, chosen for what gets used up, worn out or asked for on a working day."
    >
      {ranges.map(({ name, text }) => (
        <ArticlePart key={name} heading={name}>
          <p>{text}</p>
          <LinkButton to={`/tools?category=${encodeURIComponent(name)}`} variant="secondary" size="sm">
            See {name.toLowerCase()}
          </LinkButton>
        </ArticlePart>
      ))}
    </Article>
  );
}
