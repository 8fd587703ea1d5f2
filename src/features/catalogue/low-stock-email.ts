import { z } from 'zod';
import { staffEmail } from '#features/users/notices/notify-staff.ts';
import { findTool } from './store.ts';
import { lowStockEmailTexts as texts } from './texts/low-stock.ts';

export const stockEmails = {
  /** Little is left of a tool. `since` tells one such email of a tool from the next. */
  low: staffEmail(
    'low_stock',
    z.object({ toolId: z.string(), since: z.iso.datetime() }),
    async ({ db }, { toolId }) => {
      const tool = await findTool(db, toolId);
      return tool && { tool };
    },
    ({ tool, origin }) => ({
      subject: texts.subject(tool.name),
      heading: texts.subject(tool.name),
      paragraphs: [texts.text],
      facts: [
        [texts.available, String(tool.available_quantity)],
        [texts.minimum, String(tool.min_order_quantity)],
      ],
      link: { label: texts.link, url: `${origin}/dashboard/managetool/${tool.id}/stock` },
    }),
  ),
};
