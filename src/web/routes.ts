import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('storefront/home.tsx'),
  route('tools', 'storefront/tools.tsx'),
  route('tools/:toolId', 'storefront/tool.tsx'),
  route('about', 'storefront/about.tsx'),
  route('portfolio', 'storefront/portfolio.tsx'),
  route('policy', 'storefront/policy.tsx'),
  route('login', 'account/login.tsx'),
  route('login/google-done', 'account/google-done.tsx'),
  route('signup', 'account/signup.tsx'),
  route('reset-password', 'account/reset-password.tsx'),
  route('verify-email', 'account/verify-email.tsx'),
  route('mailbox', 'mailbox/mailbox.tsx'),
  route('dashboard', 'dashboard/dashboard-layout.tsx', [
    index('dashboard/edit-profile.tsx'),
    route('overview', 'dashboard/overview.tsx'),
    route('review', 'dashboard/add-review.tsx'),
    route('users', 'dashboard/users.tsx'),
    route('payment/:id', 'dashboard/payment.tsx'),
    route('orders', 'dashboard/orders.tsx'),
    route('addtool', 'dashboard/add-tool.tsx'),
    route('managetool', 'dashboard/manage-tools.tsx'),
    route('manageorders', 'dashboard/manage-orders.tsx'),
  ]),
  route('*', 'storefront/not-found.tsx'),
] satisfies RouteConfig;
