export const orderEmailTexts = {
  facts: {
    order: 'Order',
    tool: 'Tool',
    units: (quantity: number, tool: string, unitPrice: string) => `${quantity} × ${tool} at ${unitPrice}`,
    total: 'Total',
    address: 'Ship to',
    transaction: 'Transaction ID',
    paid: 'Paid on',
    refunded: 'Refunded',
  },
  toOrders: 'View My Orders',
  why: 'You’re getting this email because you placed an order with Toolyard.',
  placed: {
    subject: (tool: string, number: string) => `Your order ${number}: ${tool}`,
    heading: 'Your order is in your cart',
    text: 'Thanks for your order. It ships once it’s paid.',
    link: 'Pay now',
  },
  paid: {
    subject: (tool: string, number: string) => `Receipt for order ${number}: ${tool}`,
    heading: 'Thank you for your payment',
    text: 'Here’s your receipt. We’ll email you when your order ships.',
  },
  shipped: {
    subject: (tool: string, number: string) => `Order ${number} is on its way: ${tool}`,
    heading: 'Your order is on its way',
    text: 'Your order has shipped to the address below.',
  },
  refunded: {
    subject: (tool: string, number: string) => `Refund for order ${number}: ${tool}`,
    heading: 'We’ve refunded your payment',
    text: 'We couldn’t fill your order, so we’ve refunded the full amount to your card.',
    reason: (reason: string) => `${reason}.`,
    link: 'Shop all tools',
    closing: 'It may take a few days to show up on your statement.',
  },
};
