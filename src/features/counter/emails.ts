import { z } from 'zod';
import { formatCents, type PriceStyle } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { emailKind } from '#features/emails/email-kind.ts';
import { greeting } from '#features/emails/render-email.ts';
import { awaitsPayment } from '#features/orders/order-states.ts';
import { findOrders, type OrderRow } from '#features/orders/store.ts';
import { payLinkEmailTexts as texts } from '#features/orders/texts/by-staff.ts';
import { orderEmailTexts } from '#features/orders/texts/emails.ts';
import { orderListTexts } from '#features/orders/texts/orders.ts';
import { isOfVerified } from '#features/payments/emails.ts';
import { findDetails } from '#features/shop-details/store.ts';

type Parts = PriceStyle & { orders: OrderRow[]; origin: string };

export const byStaffEmails = {
  /** Links to the payment of orders that staff placed. Covers what is still unpaid when the email is sent,
   * and goes to verified addresses only. */
  payLink: emailKind(
    'pay-link',
    z.object({ orderIds: z.array(z.string()) }),
    async ({ db, config, origin }: AppContext, { orderIds }): Promise<Parts | undefined> => {
      const orders = (await findOrders(db, orderIds)).filter(({ state }) => awaitsPayment(state));
      const { currencyDisplay } = (await findDetails(db)).look;
      const [first] = orders;
      if (!first || !(await isOfVerified(db, first))) return undefined;
      return { orders, currency: config.currency, currencyDisplay, origin };
    },
    ({ orders, origin, ...priceStyle }, shop) => {
      const { email = '', user_name = '' } = orders[0] ?? {};
      const ids = orders.map(({ id }) => id);
      return {
        to: email,
        subject: texts.subject(shop),
        heading: texts.heading,
        paragraphs: [greeting(user_name), texts.text],
        facts: orders.map(
          ({ number, quantity, tool_name, part_number, unit_price_cents }): [string, string] => [
            number,
            orderEmailTexts.facts.units(
              quantity,
              orderListTexts.numberedTool(tool_name, part_number),
              formatCents(unit_price_cents, priceStyle),
            ),
          ],
        ),
        link: {
          label: texts.link,
          url: `${origin}/dashboard/payment${ids.length === 1 ? `/${ids}` : `?orders=${ids.join()}`}`,
        },
        why: texts.why(shop),
      };
    },
  ),
};
