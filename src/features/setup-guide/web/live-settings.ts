/** The lines of settings that live mode needs for each that is missing. */
export const liveSettings: Record<string, string[] | undefined> = {
  CARD_PAYMENTS: [
    'CARD_PAYMENTS=stripe',
    'STRIPE_SECRET_KEY=sk_live_…',
    'STRIPE_PUBLISHABLE_KEY=pk_live_…',
    'STRIPE_WEBHOOK_SECRET=whsec_…',
  ],
  STRIPE_SECRET_KEY: ['STRIPE_SECRET_KEY=sk_live_…'],
  STRIPE_PUBLISHABLE_KEY: ['STRIPE_PUBLISHABLE_KEY=pk_live_…'],
  MAIL: [
    'MAIL=smtp',
    'MAIL_FROM=orders@your-shop.example',
    'SMTP_HOST=mail.your-shop.example',
    'SMTP_USER=…',
    'SMTP_PASSWORD=…',
  ],
  SMTP_TLS: ['SMTP_TLS=starttls'],
  SHOP_ORIGIN: ['SHOP_ORIGIN=https://your-shop.example'],
  SHOP_ADMIN_EMAIL: ['SHOP_ADMIN_EMAIL=you@your-shop.example', 'SHOP_ADMIN_PASSWORD=…'],
  SHOP_ADMIN_PASSWORD: ['SHOP_ADMIN_PASSWORD=…'],
  SHOP_DEMO: ['SHOP_DEMO=0'],
  SHOP_RATE_LIMIT: ['SHOP_RATE_LIMIT=on'],
};
