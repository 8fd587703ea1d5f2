import { isOfCard } from '#contracts/identifiers.ts';
import type { Invoice } from './invoice.ts';
import { invoiceTexts as texts } from './invoice-texts.ts';
import { day, element, text } from './xml-parts.ts';

/** UNTDID 4461. */
const codes = { creditTransfer: '30', bankCard: '48', sepaTransfer: '58', otherMeans: '1' };

/** How it was paid, or is to be: a transfer names the account that it goes to (BR-50, BR-61). */
export function paymentMeans({ terms, transactionId, isOfUnpaid }: Invoice): string {
  if (isOfUnpaid) return '';
  if (terms === null)
    return isOfCard(transactionId)
      ? text('ram:TypeCode', codes.bankCard) + text('ram:Information', texts.byCard)
      : text('ram:TypeCode', codes.otherMeans);
  const { holder, iban, account, bic } = terms.account;
  return [
    text('ram:TypeCode', iban ? codes.sepaTransfer : codes.creditTransfer),
    text('ram:Information', texts.byTransfer),
    element(
      'ram:PayeePartyCreditorFinancialAccount',
      text('ram:IBANID', iban) +
        text('ram:AccountName', holder) +
        text('ram:ProprietaryID', iban ? '' : account),
    ),
    element('ram:PayeeSpecifiedCreditorFinancialInstitution', text('ram:BICID', bic)),
  ].join('');
}

/** What is still to be paid says by when, and how (BR-CO-25). */
export function paymentTerms({
  kind,
  number,
  terms,
  transactionId,
  isOfUnpaid,
  invoice,
  totalCents,
}: Invoice): string {
  if (terms)
    return (
      text('ram:Description', texts.transferTerms(number, terms)) +
      element('ram:DueDateDateTime', day('udt', terms.dueOn))
    );
  if (kind === 'invoice' || totalCents === 0) return '';
  return text(
    'ram:Description',
    isOfUnpaid ? texts.withdrawn(invoice?.number ?? '') : texts.paidBack(isOfCard(transactionId)),
  );
}
