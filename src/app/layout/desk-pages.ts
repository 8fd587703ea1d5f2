import type { SearchedPage } from '#features/desk-search/contract.ts';
import type { Waiting } from '#features/overview/waiting-contract.ts';
import { detailsPath, detailsTabs, sectionTexts } from '#features/shop-details/texts/manage.ts';
import type { UserRole } from '#features/users/roles-contract.ts';
import { dashboardTexts } from '#ui/dashboard/texts.ts';
import type { IconName } from '#ui/icon.tsx';

/** A page of the dashboard: `waits` is what is to be done there, `parts` are the pages one press away from
 * it, without a label if they are nothing by themselves. */
export type DeskPage = {
  to: string;
  label: string;
  icon: IconName | Drawn;
  waits?: (keyof Waiting)[];
  parts?: { to: string; label?: string }[];
};

/** An icon that only the dashboard has, as a path of 24 units. */
type Drawn = { path: string };

const drawn = {
  tag: { path: 'M3.5 12 12 3.5h8.5V12L12 20.5 3.5 12ZM16.2 7.8v.1' },
  family: { path: 'M4 5h5v5H4V5Zm0 9h5v5H4v-5Zm9-7h7m-7 9h7' },
  import: { path: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M4 16v4h16v-4' },
  shop: { path: 'M4.5 10v10h15V10M3 10l2-6h14l2 6H3Zm7 10v-6h4v6' },
  truck: {
    path: 'M3 6h11v10.5H3V6Zm11 4h4l3 3v3.5h-7M9 18a2 2 0 1 1-4 0 2 2 0 0 1 4 0Zm10 0a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z',
  },
  key: { path: 'M12 16a4 4 0 1 1-8 0 4 4 0 0 1 8 0Zm-1.2-2.8L20 4m-4 4 3 3' },
  send: { path: 'M10 14 20 4m-6 0h6v6m-2 4v6H4V6h6' },
  back: { path: 'M8.5 5 4 9.5 8.5 14M4 9.5h10a5.5 5.5 0 0 1 0 11H9' },
  clock: { path: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0ZM12 7v5l3.5 2' },
} satisfies Record<string, Drawn>;

/** Pages that belong together; those without a name stand alone. */
type DeskGroup = { name?: string; pages: DeskPage[] };

const { links, groups, parts } = dashboardTexts;
const at = (path: string) => `/dashboard/${path}`;

const profile: DeskPage = {
  to: '/dashboard',
  label: links.profile,
  icon: 'user',
  parts: [{ to: at('security'), label: parts.security }],
};

const apiKeys: DeskPage = { to: at('api-keys'), label: links.apiKeys, icon: drawn.key };

const buyersPages: DeskPage[] = [
  { ...profile, parts: [...(profile.parts ?? []), { to: apiKeys.to, label: apiKeys.label }] },
  { to: at('review'), label: links.review, icon: 'star' },
  { to: at('orders'), label: links.orders, icon: 'cart' },
  { to: at('quotes'), label: links.myQuotes, icon: drawn.tag },
  { to: at('returns'), label: links.myReturns, icon: drawn.back },
  { to: at('addresses'), label: links.addresses, icon: 'pin', parts: [{ to: at('tax-exemption') }] },
  { to: at('quick-order'), label: links.quickOrder, icon: 'rows' },
  { to: at('lists'), label: links.lists, icon: 'box' },
];

const orders: DeskGroup = {
  name: groups.orders,
  pages: [
    {
      to: at('manageorders'),
      label: links.manageOrders,
      icon: 'box',
      waits: ['toShip', 'refundsDue'],
      parts: [{ to: at('manageorders?show=holds'), label: parts.reserved }, { to: at('packing-slips') }],
    },
    { to: at('quotes'), label: links.quotes, icon: 'rows', waits: ['quotes'] },
    { to: at('returns'), label: links.returns, icon: drawn.back, waits: ['returns'] },
    { to: at('invoices'), label: links.invoices, icon: 'card', waits: ['transfers'] },
    { to: at('messages'), label: links.messages, icon: 'mail', waits: ['messages'] },
  ],
};

const stock: DeskPage = {
  to: at('stock'),
  label: links.stock,
  icon: 'cards',
  waits: ['lowStock'],
  parts: [{ to: at('delivery'), label: parts.receiveStock }],
};

const people: DeskGroup = {
  name: groups.people,
  pages: [
    {
      to: at('users'),
      label: links.users,
      icon: 'users',
      waits: ['exemptions'],
      parts: [{ to: at('tax-exemption') }],
    },
    { to: at('reviews'), label: links.reviews, icon: 'star' },
  ],
};

/** What is in the menu of each role. */
export const pagesOf: Record<UserRole, DeskGroup[]> = {
  user: [{ pages: buyersPages }],
  staff: [
    orders,
    { name: groups.catalog, pages: [stock] },
    people,
    { name: groups.settings, pages: [apiKeys] },
    { pages: [profile] },
  ],
  admin: [
    { pages: [{ to: at('overview'), label: links.overview, icon: 'chart', waits: ['failedTasks'] }] },
    orders,
    {
      name: groups.catalog,
      pages: [
        { to: at('managetool'), label: links.manageTools, icon: 'wrench' },
        { to: at('addtool'), label: links.addTool, icon: 'plus' },
        stock,
        { to: at('categories'), label: links.categories, icon: drawn.tag },
        { to: at('families'), label: links.families, icon: drawn.family },
        { to: at('import'), label: links.import, icon: drawn.import },
      ],
    },
    people,
    {
      name: groups.settings,
      pages: [
        {
          to: at('details'),
          label: links.details,
          icon: drawn.shop,
          parts: [
            ...Object.entries(detailsTabs).map(([tab, { label }]) => ({ to: at(`details/${tab}`), label })),
            { to: at('synonyms'), label: parts.searchWords },
            { to: at('legal') },
          ],
        },
        {
          to: at('delivery-methods'),
          label: links.shipping,
          icon: drawn.truck,
          parts: [
            { to: at('tax'), label: parts.tax },
            { to: at('carriers'), label: parts.carriers },
          ],
        },
        apiKeys,
        { to: at('webhooks'), label: links.webhooks, icon: drawn.send, waits: ['webhooksOff'] },
        { to: at('activity'), label: links.activity, icon: drawn.clock },
      ],
    },
    { pages: [profile] },
  ],
};

/** The pages that a role finds by their names: those in its menu, their parts, and for admins each section of
 * the shop's settings. */
export function searchedPages(role: UserRole): SearchedPage[] {
  const named = pagesOf[role].flatMap(({ name, pages }) =>
    pages.flatMap(({ to, label, parts: own = [] }) => [
      { to, label, detail: name },
      ...own.flatMap((part) =>
        part.label ? { to: part.to, label: part.label, detail: label, isNamedOnly: true } : [],
      ),
    ]),
  );
  if (role !== 'admin') return named;
  const sections = Object.values(detailsTabs).flatMap(({ label, sections: own }) =>
    own.map((section) => ({
      to: detailsPath(section),
      label: sectionTexts[section],
      detail: label,
      isNamedOnly: true,
    })),
  );
  return [...named, ...sections];
}

/** Whether an address is a page's own, or else one that belongs to it: of a
 * row in it, or one of its parts. */
export function placeOf({ to, parts = [] }: DeskPage, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page';
  const isUnder = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  const isPart = parts.some((part) => isUnder(part.to.replace(/\?.*/, '')));
  return isPart || (to !== '/dashboard' && isUnder(to)) ? 'true' : undefined;
}
