import { Link } from 'react-router';
import { publicPageMeta } from '#web/page-meta.ts';
import type { Route } from './+types/about.ts';
import { Article, ArticlePart } from './article.tsx';

export const meta: Route.MetaFunction = (args) =>
  publicPageMeta(args, {
    title: 'About us',
    description: 'Toolyard sells hand tools, power tools and machines to trades and workshops.',
    path: '/about',
  });

/** Who the shop is. */
export default function About() {
  return (
    <Article
      title="About us"
      opening="Toolyard sells hand tools, power tools and machines to people who use them for a living: trades on site and owners of workshops."
    >
      <ArticlePart heading="What we sell">
        <p>
          From a claw hammer to a pillar drill. Every tool is listed with what it is for, its price, the
          smallest order we send and the quantity that is really on the shelf.
        </p>
        <p>
          <Link to="/tools" className="text-link">
            See all tools
          </Link>
        </p>
      </ArticlePart>
      <ArticlePart heading="How we sell it">
        <p>
          You sign in, order, and pay by card. Your cart holds nothing back from others; the units are kept
          for you from the moment you start to pay. What you are charged is the price you saw when you
          ordered.
        </p>
      </ArticlePart>
      <ArticlePart heading="A trial shop">
        <p>
          As you see it here, Toolyard may be running for trial: the catalogue and the brands in it are made
          up, the address and the phone number are examples, and cards are test cards. No money moves and
          nothing is sent out.
        </p>
      </ArticlePart>
      <ArticlePart heading="Reach us">
        <p>
          Write to us under{' '}
          <Link to="/#contact" className="text-link">
            Get In Touch
          </Link>
          . Mechanic support and repairs answer from 8AM to 10PM.
        </p>
      </ArticlePart>
    </Article>
  );
}
