import { z } from 'zod';
import { toolPath } from '#features/catalogue/rules.ts';
import { findTool, type ToolRow } from '#features/catalogue/store.ts';
import { emailKind } from '#features/emails/email-kind.ts';
import { greeting } from '#features/emails/render-email.ts';
import { stopAddress } from '#features/users/notices/stop-emails.ts';
import { findReader } from '#features/users/notices/store.ts';
import { restockEmailTexts as texts } from './restock-texts.ts';

type Parts = {
  reader: { email: string; display_name: string };
  tool: Pick<ToolRow, 'id' | 'name' | 'part_number' | 'available_quantity' | 'min_order_quantity'>;
  origin: string;
  stopUrl: string;
};

export const restockEmails = {
  /** Notifies a buyer that a requested tool is back. Not sent to buyers who have been blocked since, or have
   * turned these emails off. */
  back: emailKind<{ noticeId: string; toolId: string; userId: string }, Parts>(
    'restock',
    z.object({ noticeId: z.string(), toolId: z.string(), userId: z.string() }),
    async (context, { toolId, userId }) => {
      const { db, origin } = context;
      const [reader, tool] = await Promise.all([findReader(db, userId, 'restock'), findTool(db, toolId)]);
      return reader && tool && { reader, tool, origin, stopUrl: stopAddress(context, userId, 'restock') };
    },
    ({ reader, tool, origin, stopUrl }) => ({
      to: reader.email,
      subject: texts.subject(tool.name),
      heading: texts.subject(tool.name),
      paragraphs: [greeting(reader.display_name), texts.text],
      facts: [
        [texts.available, String(tool.available_quantity)],
        [texts.minimum, String(tool.min_order_quantity)],
      ],
      link: { label: texts.link, url: origin + toolPath({ ...tool, _id: tool.id }) },
      why: texts.why(stopUrl),
      stopUrl,
    }),
  ),
};
