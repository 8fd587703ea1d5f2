/** Refusals. */
export const invitationErrorTexts = {
  alreadyInvited: 'This email is already invited. Resend or withdraw that invitation.',
  hasRole: 'This person already has this role or a higher one',
  tooMany: (most: number) => `There are already ${most} invitations, which is the limit. Withdraw one first.`,
  otherAccount: 'This invitation is for a different email. Log in with the email it was sent to.',
};

export const invitationEmailTexts = {
  subject: (shop: string) => `You’re invited to join ${shop}`,
  text: {
    staff: (shop: string) =>
      `${shop} invites you to join as staff. Staff see orders and customers, ship, and refund. Log in or sign up with this email address, then accept.`,
    admin: (shop: string) =>
      `${shop} invites you to join as an admin. Admins can change everything in the shop. Log in or sign up with this email address, then accept.`,
  },
  link: 'Accept the invitation',
  closing:
    'The link works once, for 7 days. If you didn’t expect it, ignore this email. Nothing will change.',
  why: (shop: string) => `You’re getting this email because an admin of ${shop} entered your address.`,
};

/** On All Users, for admins. */
export const invitationsTexts = {
  invite: 'Invite',
  title: 'Invite someone to the team',
  lead: 'We email them a link that works once, for 7 days. Their role starts once they accept and their email is verified.',
  email: 'Email',
  role: 'Role',
  roles: { staff: 'Staff', admin: 'Admin' },
  roleHints: {
    staff: 'Staff manage orders, messages, reviews, and stock, and can block buyers.',
    admin: 'Admins can do everything in this shop, including giving and removing roles.',
  },
  invited: (email: string) => `Invited ${email}`,
  pending: 'Pending invitations',
  by: (email: string) => `Invited by ${email}`,
  until: (day: string) => `Link works until ${day}`,
  expired: 'Link expired',
  resend: 'Resend',
  resendOf: (email: string) => `Resend the invitation to ${email}`,
  resent: (email: string) => `Invitation emailed to ${email}`,
  withdraw: 'Withdraw',
  withdrawOf: (email: string) => `Withdraw the invitation to ${email}`,
  withdrawTitle: 'Withdraw this invitation?',
  withdrawText: (email: string) => `The link that we emailed to ${email} stops working.`,
  withdrawn: (email: string) => `Withdrew the invitation to ${email}`,
};

/** The page of an invitation's link. */
export const invitationTexts = {
  title: 'Your invitation',
  description: 'Join the team of this shop.',
  incomplete: 'This link is incomplete. Open it from the email again.',
  checking: 'Checking your sign-in',
  signedOut:
    'Log in with the email that this invitation was sent to. No account yet? Sign up with that email, then open this link again.',
  signUp: 'Sign Up',
  lead: (email: string) => `You’re logged in as ${email}. Accept the invitation for this account?`,
  accept: 'Accept',
  done: { staff: 'You’re now staff.', admin: 'You’re now an admin.' },
  verifyFirst:
    'Your role starts once your email is verified. Follow the link we emailed you when you signed up, or resend it from your profile.',
  toDashboard: 'Go to the dashboard',
};
