import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { unitPriceIn } from '#features/catalogue/rules.ts';
import type { FamilyDetails, FamilyMember } from '#features/families/contract.ts';
import type { MemberTerms } from '#features/families/web/members-table.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { keepDraft, readDraft } from '#ui/client/drafts.ts';
import { type MeantTool, readToolsCall } from '../../contract.ts';
import { type EditedLine, raiseQuantity } from '../edited-lines.ts';
import { useQuickOrder } from '../use-quick-order.ts';

/** The tools of a table, under its id. */
type TabledTools = Pick<FamilyDetails, '_id' | 'members'>;

/** The quantities typed into a family's table, or another one of tools: lines of a quick order, keyed by tool.
 * They are stored as long as the tab is open, also while the visitor logs in. */
export function useFamilyOrder(family: TabledTools, onStale: () => void) {
  const draft = `family:${family._id}`;
  const quickOrder = useQuickOrder([], undefined, () => {
    quickOrder.setLines([]);
    keepDraft(draft, '', {});
  });
  const { lines, setLines } = quickOrder;
  const own = useOwnTerms(family);
  const tools = useMemo(
    () =>
      new Map(family.members.map((member) => [member._id, own.terms.get(member._id) ?? toMeantTool(member)])),
    [family.members, own.terms],
  );

  const isRestored = useRef(false);
  useEffect(() => {
    setLines((all) => {
      const now = all.map((line) => {
        const tool = tools.get(line.key);
        return tool ? { ...line, tools: [tool] } : line;
      });
      if (isRestored.current) return now;
      const kept = Object.entries(readDraft(draft, '') ?? {});
      return kept.flatMap(([id, quantity]) => {
        const tool = tools.get(id);
        return tool ? raiseQuantity(toLine(tool, String(quantity))) : [];
      });
    });
  }, [tools, draft, setLines]);
  useEffect(() => {
    if (isRestored.current)
      keepDraft(draft, '', Object.fromEntries(lines.map(({ key, quantity }) => [key, quantity])));
    isRestored.current = true;
  }, [lines, draft]);

  const { error } = quickOrder.adding;
  const { refetch } = own;
  useEffect(() => {
    if (!error) return;
    refetch();
    onStale();
  }, [error, refetch, onStale]);

  const lineOf = (id: string) => lines.find(({ key }) => key === id);

  function setQuantity(id: string, quantity: string) {
    const tool = tools.get(id);
    if (quantity.trim() === '') quickOrder.remove(id);
    else if (lineOf(id)) quickOrder.change(id, { quantity, raised: undefined });
    else if (tool) setLines((all) => [...all.filter(({ key }) => key !== id), toLine(tool, quantity)]);
  }

  return {
    quickOrder,
    lines,
    lineOf,
    setQuantity,
    /** Orders the minimum. */
    add: (id: string) => setQuantity(id, String(tools.get(id)?.minOrderQuantity ?? 1)),
    remove: quickOrder.remove,
    termsOf: (member: FamilyMember): MemberTerms | undefined => {
      const terms = own.terms.get(member._id);
      return terms && toMemberTerms(terms);
    },
  };
}

export type FamilyOrder = ReturnType<typeof useFamilyOrder>;

/** What the members on the page cost the signed-in buyer. */
function useOwnTerms({ _id, members }: TabledTools) {
  const { api, user } = useSession();
  const toolIds = members.map((member) => member._id);
  const { data, refetch } = useQuery({
    queryKey: ['family-terms', _id, toolIds, user?.email],
    queryFn: ({ signal }) => api.call(readToolsCall, { body: { toolIds }, signal }),
    enabled: user !== undefined && user !== null && toolIds.length > 0,
  });
  const terms = useMemo(() => new Map(data?.tools.map((tool) => [tool.toolId, tool])), [data]);
  return { terms, refetch };
}

const toLine = (tool: MeantTool, quantity: string): EditedLine => ({
  key: tool.toolId,
  text: tool.name,
  reason: null,
  corrected: null,
  tools: [tool],
  toolId: tool.toolId,
  quantity,
});

const toMeantTool = (member: FamilyMember): MeantTool => ({
  toolId: member._id,
  name: member.name,
  partNumber: member.part_number,
  img: member.img,
  picture: member.picture as MeantTool['picture'],
  minOrderQuantity: member.min_order_quantity,
  availableQuantity: member.available_quantity,
  packStep: member.pack_step,
  price: member.price,
  priceBreaks: member.price_breaks,
});

const toMemberTerms = ({
  price,
  priceBreaks,
  minOrderQuantity,
  availableQuantity,
}: MeantTool): MemberTerms => ({
  price: unitPriceIn({ price, price_breaks: priceBreaks }, minOrderQuantity),
  breaks: priceBreaks,
  available: availableQuantity,
});
