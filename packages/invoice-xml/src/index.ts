export { embedXml } from './embed-xml.ts';
export { toPlainText } from './plain-text.ts';
export { isStatable, type TaxCategory, writeInvoiceXml, type XmlInvoice } from './write-invoice-xml.ts';
export { element, text } from './xml-parts.ts';
