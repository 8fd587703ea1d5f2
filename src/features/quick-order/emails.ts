import { z } from 'zod';
import { formatCents } from '#contracts/money.ts';
import { findDetails } from '#features/details/store.ts';
import { emailKind } from '#features/emails/email-kind.ts';
import { greeting } from '#features/emails/render-email.ts';
import { findOrders } from '#features/orders/store.ts';
import { quickOrderEmailTexts as texts } from './texts.ts';

export const quickOrderEmails = {
  /** Several orders have been put into the cart at once. */
  placed: emailKind(
    'orders-placed',
    z.object({ orderIds: z.array(z.string()) }),
    async ({ db, config, origin }, { orderIds }) => {
      const orders = (await findOrders(db, orderIds)).filter(({ deleted_at }) => deleted_at === null);
      const [first] = orders;
      const { currencyDisplay } = (await findDetails(db)).look;
      return first && { orders, first, currency: config.currency, currencyDisplay, origin };
    },
    ({ orders, first, origin, ...priceStyle }, shop) => ({
      to: first.email,
      subject: texts.placed.subject(orders.length),
      heading: texts.placed.heading,
      paragraphs: [greeting(first.user_name), texts.placed.text],
      facts: orders.map(({ number, quantity, tool_name, total_cents }): [string, string] => [
        number,
        texts.placed.line(quantity, tool_name, formatCents(total_cents, priceStyle)),
      ]),
      link: { label: texts.placed.link, url: `${origin}/dashboard/cart` },
      why: texts.why(shop),
    }),
  ),
};
