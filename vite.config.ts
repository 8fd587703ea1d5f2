import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

type Modules = {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
};

/** What only the calls need. The details of the shop are long, and asked for by few pages, as quotes and the
 * rules of delivery and tax are: they come by themselves. */
const contract =
  /node_modules\/zod\/|(?<!api-keys\/|shop-details\/|setup-guide\/|desk-search\/|order-lists\/|quotes\/|charge-rules\/managed-)contract\.ts$|src\/contracts\/call|catalogue\/gtin-rules|texts\/(validation|lists)/;

/** Whether one of some files of `src` imports a file of it, or imports what does,
 * other than by and by; `withCalls` has the contracts of their calls besides, which come by and by. */
function isImportedBy(files: string[], id: string, modules: Modules, withCalls = false): boolean {
  const found = new Set(files.map((file) => join(src, file)));
  for (const file of found) {
    const module = modules.getModuleInfo(file);
    if (!module) throw new Error(`The pages have no ${file}`);
    for (const next of module.importedIds) {
      if (next.startsWith(src) && (withCalls || !contract.test(next))) found.add(next);
    }
    for (const next of module.dynamicallyImportedIds) {
      if (withCalls && contract.test(next)) found.add(next);
    }
  }
  return found.has(id);
}

const src = join(import.meta.dirname, 'src/');

/** What every page has; of some parts two pages ask for one small file alone. */
const shell = ['app/root.tsx', 'contracts/email.ts', 'ui/use-hydrated.ts'];

/** What pages and calls both go by: were it with the calls, a page would wait for these. */
const rules = /catalogue\/rules\.ts$|contracts\/(cut-text|number-notation)/;

/** The pages, and parts of them that come later, whose common parts are one file. */
const storefront = [
  'app/pages/home.tsx',
  'app/pages/tool.tsx',
  'app/layout/dashboard-layout.tsx',
  'features/search/web/tools/tools.tsx',
  'features/cart/web/order-form/order-form.tsx',
  'app/pages/tool-more.tsx',
  'features/sign-in/web/login.tsx',
];

/** The router loads the page anew when a part of it can't be loaded, which a new release is a reason for,
 * even for a part that is only prefetched. Without a connection that would replace the page by the browser's
 * own message: a page that fails takes the part's place instead. The router has no way for a failed part: it
 * waits. */
const keepPage: Plugin = {
  name: 'keep-page',
  transform(code, id) {
    if (!/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js/.test(id)) return;
    const reload = /console\.error\(`Error loading.*?(?=window\.location\.reload\(\);)/s;
    if (!reload.test(code)) throw new Error('The router no longer loads a page anew: drop this plugin');
    const failed = '{ default() { throw error; }, clientLoader: () => null }';
    return code.replace(reload, `if (!navigator.onLine) return ${failed};\n`);
  },
};

export default defineConfig({
  publicDir: 'src/app/public',
  plugins: [tailwindcss(), reactRouter(), keepPage],
  build: {
    // The first versions with light-dark(), which the theme's tokens are written in.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A few larger files compress better than thirty small ones, and the framework stays cached over
            // releases. It comes in two, so that neither takes a phone long to take in.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                // What only the dashboard's forms need of the queries stays with them.
                {
                  name: 'router',
                  test: /node_modules\/(react-router|@tanstack\/(?!.*(mutationObserver|useMutation)\.js))/,
                },
                { name: (id, modules) => (isImportedBy(shell, id, modules) ? 'shell' : null) },
                {
                  name: (id, modules) =>
                    rules.test(id) ||
                    storefront.filter((page) => isImportedBy([page], id, modules)).length > 1
                      ? 'storefront'
                      : null,
                },
                // Of the law, which pages and calls both go by: it is no call, so that pages need not wait for these.
                { name: 'duties', test: /contracts\/(duties|member-states)|client\/use-duty/ },
                // What the calls take and answer, and pages do not show: fetched with the first of them.
                // Visitors need a third of them.
                {
                  name: (id, modules) =>
                    contract.test(id) && (/zod/.test(id) || isImportedBy(storefront, id, modules, true))
                      ? 'calls'
                      : null,
                },
                { name: 'more-calls', test: contract },
                {
                  name: 'tool-more',
                  test: /tool-more|tool-details|catalogue\/texts\/details|contracts\/units/,
                },
                // Fewer files for each page's place in the table of routes, which visitors fetch too.
                {
                  name: 'lists',
                  test: /src\/ui\/(dashboard\/(list-|row|delete-|data-table)|(dialog|confirm)-button)/,
                },
                {
                  name: 'dashboard',
                  test: /dashboard\/page-(head|tabs)|charge-rules\/web\/shipping-tabs|desk-search\/texts|contracts\/bank-and-vat|texts\/region|users\/web\/(admin-only|use-dashboard)|ui\/moments|verification-note/,
                },
                {
                  name: 'forms',
                  test: /react-hook-form|@hookform|ui\/field-of|dashboard\/(advanced|form-parts|money-field|use-(draft|call-form|versioned-form))/,
                },
                {
                  name: 'sign-in',
                  test: /sign-in\/web\/(account-fields|auth-layout|emailed-link|sent-form)/,
                },
                // What pages of orders, and of the staff, have in common: fewer files
                // for the table of routes again.
                {
                  name: 'orders',
                  test: /orders\/(texts\/orders|web\/(order-details|order-list|order-parcels|order-timeline|cart-rules|charge-rows))|cart\/web\/edit-order|order-lists\/web\/format-audit|payments\/web\/charges|quotes\/(web\/quote-parts|quote-parts-texts)|order-lists\/web\/purchase-heads|returns\/(screen-texts|web\/return-(button|paths))|ui\/hooks|invoices\/web\/paper-button|cart\/web\/(cart-words|order-form\/order-draft)|addresses\/web\/(use-addresses|save-address)/,
                },
                { name: 'setup-guide', test: /features\/setup-guide\// },
                { name: 'settings', test: /shop-details\/(texts\/manage|web\/load-details)/ },
                {
                  name: 'invoices',
                  test: /invoices\/(texts|invoice-texts|web\/invoice-button)|open-invoices\/(screen-texts|invoice-note|invoice-form)|pay-by-transfer/,
                },
                { name: 'tool-form', test: /catalogue\/web\/manage\/(use-)?tool-form/ },

                {
                  name: 'quotes',
                  test: /orders\/texts\/quotes\.|quotes\/(contract|web\/use-quotes)|quoting\/(screen-texts|web\/offer-form)/,
                },
                {
                  name: 'staff',
                  test: /ui\/dashboard\/(export-button|selection|ordered-rows)|manage\/managed-tools|pictures\/web\/|users\/web\/(user-actions|staff-notes)|categories\/web\/use-taxonomy|charge-rules\/web\/use-rules-form|orders\/web\/desk\.|fulfilment\/web\/(use-shipping|carrier-field)\.|counter\/web\/(mark-invoice-paid|customer-account)|imports\/page-texts/,
                },
              ],
            },
          },
        },
      },
    },
  },
});
