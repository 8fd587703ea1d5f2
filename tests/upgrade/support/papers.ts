import { createHash } from 'node:crypto';
import type { ListedInvoice } from '#features/invoices/contract.ts';
import { buy, expectStatus } from '#tests/support/buying.ts';
import type { TestShop, TestUser } from '#tests/support/test-shop.ts';

/** An invoice and its credit note. */
export type Papers = [invoice: ListedInvoice, creditNote: ListedInvoice];

type Caller = Pick<TestShop, 'call'>;

/** Has a shop without papers issue both. */
export async function issuePapers(
  t: Caller,
  { buyer, staff, toolId }: { buyer: TestUser; staff: TestUser; toolId: string },
): Promise<Papers> {
  const { token } = staff;
  const order = await buy(t, buyer, toolId, 2);
  const body = { amount: 1, reason: 'Arrived bent' };
  expectStatus(await t.call('POST', `/orders/${order._id}/refunds`, { token, body }), 201);
  const papers = expectStatus(await t.call<ListedInvoice[]>('GET', '/invoices', { token }), 200);
  const [creditNote, invoice] = papers;
  if (!creditNote || !invoice || papers.length > 2) throw new Error(`${papers.length} papers were issued`);
  return [invoice, creditNote];
}

/** The SHA-256 of a paper's PDF, which has its XML inside, as each node gives it to staff at once; each once. */
export async function hashesAt(
  nodes: { origin: string }[],
  { _id }: ListedInvoice,
  { token }: TestUser,
): Promise<string[]> {
  const hashes = nodes.map(async ({ origin }) => {
    const reply = await fetch(`${origin}/invoices/${_id}.pdf`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (reply.status !== 200) throw new Error(`a paper answered ${reply.status}`);
    return createHash('sha256')
      .update(Buffer.from(await reply.arrayBuffer()))
      .digest('hex');
  });
  return [...new Set(await Promise.all(hashes))];
}

/** What the accountant's file says of a paper's PDF. */
export async function pdfInAccounts(
  t: Caller,
  { number }: ListedInvoice,
  { token }: TestUser,
): Promise<string | undefined> {
  const reply = await t.call<string>('GET', `/exports/invoices.csv?q=${number}`, { token });
  const [names = '', row = ''] = expectStatus(reply, 200).split('\r\n');
  return row.split(',')[names.split(',').indexOf('pdf')];
}
