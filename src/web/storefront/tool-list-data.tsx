import type { Tool } from '#contracts/tool.ts';
import { useShopSettings } from '#web/shop-settings.ts';
import { toolListData } from './tool-facts.ts';

/**
 * The shown tools as schema.org data, for who reads the page as the server sent it: the scripts leave that as it is and
 * make none. Belongs behind what is seen, which it would otherwise hold up.
 */
export function ToolListData({ tools }: { tools: readonly Tool[] }) {
  const { currency } = useShopSettings();
  // Text that ended the element would otherwise go on as markup.
  const json = import.meta.env.SSR
    ? JSON.stringify(toolListData(tools, currency)).replaceAll('<', '\\u003c')
    : '';
  return (
    <script type="application/ld+json" suppressHydrationWarning>
      {json}
    </script>
  );
}
