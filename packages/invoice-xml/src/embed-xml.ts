/** The names of the file and its namespace in Factur-X (1.0.07, 6.2 and 6.3; the same in ZUGFeRD 2.3). */
const FILE = 'factur-x.xml';
const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

const properties = {
  DocumentFileName: [FILE, 'The name of the embedded XML document'],
  DocumentType: ['INVOICE', 'The type of the hybrid document'],
  Version: ['1.0', 'The version of the schema of the XML document'],
  ConformanceLevel: ['EN 16931', 'The profile that the XML document follows'],
};

/** Attaches an invoice's XML to its PDF as an alternative representation, and declares it in the metadata. */
export function embedXml(doc: PDFKit.PDFDocument, xml: string, at: Date): void {
  doc.file(Buffer.from(xml), {
    name: FILE,
    type: 'text/xml',
    description: 'Factur-X',
    relationship: 'Alternative',
    creationDate: at,
    modifiedDate: at,
  } as PDFKit.Mixins.PDFAttachmentOptions);
  const values = Object.entries(properties).map(([name, [value]]) => `<fx:${name}>${value}</fx:${name}>`);
  doc.appendXML(`<rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">${values.join('')}</rdf:Description>`);
  doc.appendXML(describeProperties());
}

/** PDF/A requires a description of every extension property (ISO 19005-3, 6.6.2.3). */
function describeProperties(): string {
  const described = Object.entries(properties).map(
    ([name, [, description]]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>` +
      `<pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category>` +
      `<pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
  );
  return (
    '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"' +
    ' xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">' +
    '<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">' +
    '<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>' +
    `<pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>` +
    `<pdfaSchema:property><rdf:Seq>${described.join('')}</rdf:Seq></pdfaSchema:property>` +
    '</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>'
  );
}
