import { expect, it } from 'vitest';
import type { Activity } from '#features/activity/contract.ts';
import { type FoldedActivity, foldActivity, formatActivity, pageName } from './format-activity.ts';

const detailsOf = (action: Activity['action'], details: Activity['details']) =>
  formatActivity({ action, details, actor: 'admin' } as Activity, (cents) => `$${cents / 100}`).details;

it.each<[Activity['action'], Activity['details'], string[]]>([
  [
    'tool_edited',
    {
      fields: 'name, price_cents, min_order_quantity, pictures, specifications',
      version: 3,
      priceCents: 1200,
      priceCentsBefore: 1000,
      minOrderQuantity: 4,
      minOrderQuantityBefore: 2,
      pictures: 'a b',
    },
    ['Name', 'More pictures', 'Specifications', 'Price: $10 → $12', 'Minimum Order Quantity: 2 → 4'],
  ],
  ['tool_added', { priceCents: 1000, onHand: 5 }, ['Price: $10', 'In stock: 5']],
  ['details_changed', { sections: 'shop, contact', version: 2 }, ['Name', 'Contacts and hours']],
  ['profile_changed', { fields: 'display_name, vat_number' }, ['Name', 'VAT ID']],
  ['notice_switched', { notice: 'sale', isOn: false }, ['A sale: off']],
  ['notice_switched', { notice: 'restock', isOn: true }, ['A tool back in stock: on']],
  ['review_hidden', { reviewId: 'x', rate: 1 }, ['1 star']],
  ['stock_changed', { kind: 'adjusted', quantity: -3 }, ['-3 units', 'Corrected']],
  ['delivery_received', { deliveryId: 'x', lines: 2, units: 30 }, ['2 lines', '30 units']],
  [
    'import_applied',
    { importId: 'x', rows: 9, changed: 7, added: 2 },
    ['9 rows', '7 tools changed', '2 tools added'],
  ],
  ['exported', { kind: 'users' }, ['Users']],
  ['document_added', { documentId: 'x', kind: 'safety_sheet', bytes: 9 }, ['Safety sheet']],
  ['category_added', { id: 'x', name: 'Saws' }, ['Saws']],
  [
    'category_edited',
    { id: 'x', name: 'Saws', was: 'Sawes', fields: 'name, position' },
    ['Sawes → Saws', 'Position'],
  ],
  [
    'brand_merged',
    { id: 'x', name: 'Acmee', into: 'y', intoName: 'Acme', tools: 1 },
    ['Acmee → Acme', '1 tool'],
  ],
  ['synonym_added', { synonymId: 'x', word: 'plug', sameAs: 'anchor' }, ['plug = anchor']],
  ['tax_changed', { version: 2, rates: 1, pricesIncludeTax: true }, ['1 rate', 'Prices include tax']],
])('says what %s did: %j', (action, details, words) => {
  expect(detailsOf(action, details)).toEqual(words);
});

it.each<[Activity['action'], Activity['details'], string, string[]]>([
  [
    'bulk_change_applied',
    { importId: 'x', changed: 3, fields: 'price_cents' },
    'Bulk price change of 3 tools',
    [],
  ],
  [
    'bulk_change_undone',
    { importId: 'x', changed: 1, left: 0, fields: 'category' },
    'Bulk category change of 1 tool, undone',
    [],
  ],
  [
    'bulk_change_undone',
    { importId: 'x', changed: 9, left: 2, fields: 'price_cents, available_quantity' },
    'Bulk change of 9 tools, undone',
    ['Price', 'Available Quantity', '2 tools changed since'],
  ],
])('calls a bulk change what it was: %s %j', (action, details, title, words) => {
  const row = { action, details, actor: 'admin' } as Activity;
  expect(formatActivity(row, String)).toMatchObject({ title, details: words });
});

const login = (_id: string, at: string, userEmail = 'ada@joiner.example') =>
  ({
    _id,
    at,
    requestId: _id,
    action: 'signed_in',
    actor: 'visitor',
    userEmail,
    details: {},
  }) as FoldedActivity;

it('says who logged in, and not who only tried to', () => {
  const actor = (row: Activity) => formatActivity(row, String).actor;
  expect(actor(login('1', ''))).toBe('ada@joiner.example');
  expect(actor({ ...login('1', ''), action: 'sign_in_refused' })).toBe('a visitor');
});

it('folds runs of equal events, and no others', () => {
  const other = login('4', '09:00', 'bo@smith.example');
  const rows = [login('1', '12:00'), login('2', '11:00'), login('3', '10:00'), other, login('5', '08:00')];
  expect(foldActivity(rows)).toEqual([{ ...rows[0], times: 3, since: '10:00' }, other, rows[4]]);
});

it.each([
  ['/dashboard/managetool/7/edit', 'Manage Tool'],
  ['/dashboard', 'My Profile'],
  ['/tools/7', 'Tools'],
  ['/', 'Home'],
  ['/elsewhere', '/elsewhere'],
])('names the page %s', (path, name) => {
  expect(pageName(path)).toBe(name);
});
