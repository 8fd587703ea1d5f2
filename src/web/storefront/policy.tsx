import { Link } from 'react-router';
import { publicPageMeta } from '#web/page-meta.ts';
import type { Route } from './+types/policy.ts';
import { Article, ArticlePart } from './article.tsx';

export const meta: Route.MetaFunction = (args) =>
  publicPageMeta(args, {
    title: 'Policy',
    description: 'How Toolyard handles orders, payment, cancellations and what it keeps about you.',
    path: '/policy',
  });

/** The shop's rules, in plain words. */
export default function Policy() {
  return (
    <Article title="Policy" opening="How orders and payment work here, and what we keep about you.">
      <ArticlePart heading="Orders">
        <p>
          An order names its price. If the price of a tool changes before you order, we tell you and take
          nothing. Each tool has a smallest order; a smaller quantity is raised to it.
        </p>
      </ArticlePart>
      <ArticlePart heading="Stock">
        <p>
          An unpaid order holds nothing back. When you start to pay, the units are kept for you for a short
          time that the payment page shows. If they run out first, your order says so.
        </p>
      </ArticlePart>
      <ArticlePart heading="Payment">
        <p>
          You pay by card. Card details go to the payment provider and are never stored by the shop. Should a
          payment come through for something we can no longer send, it is refunded in full.
        </p>
      </ArticlePart>
      <ArticlePart heading="Cancelling">
        <p>
          An unpaid order can be deleted in My Orders at any time. A paid one cannot be deleted there:{' '}
          <Link to="/#contact" className="text-link">
            write to us
          </Link>
          .
        </p>
      </ArticlePart>
      <ArticlePart heading="What we keep">
        <p>
          Your name, email and profile, your orders with their phone number and delivery address, your
          reviews, and messages you send us. Reviews are shown with your name, never with your email. In your
          browser we keep what signs you in, and the theme you chose. There is no advertising and no tracking.
        </p>
      </ArticlePart>
    </Article>
  );
}
