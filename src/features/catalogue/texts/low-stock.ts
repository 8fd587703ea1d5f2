export const lowStockEmailTexts = {
  subject: (tool: string) => `Running low: ${tool}`,
  text: 'Fewer than three minimum orders are left. We’ll tell you again once it has been restocked and runs low again.',
  available: 'Available',
  minimum: 'Min order',
  link: 'See its stock',
};
