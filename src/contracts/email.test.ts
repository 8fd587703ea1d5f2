import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newContactMessageSchema } from '#features/contact/contract.ts';
import { contactProblems } from '#features/contact/web/contact-form.tsx';
import { loginSchema, signUpSchema } from '#features/users/contract.ts';
import { problemsOf } from '#tests/support/problems-of.ts';
import { emailPattern, isEmail } from './email.ts';
import { emailSchema } from './identifiers.ts';

const real = [
  'boss@my-shop.de',
  'a@3m.com',
  'a@t-online.de',
  'first.last+x@sub.shop.co.uk',
  "o'brien_&sons@shop.example",
  'a@b.c.museum',
  'ada@xn--mller-kva.example',
];

const wrong = [
  'ada',
  'ada@works',
  '@works.com',
  'a da@works.com',
  'ada@works..com',
  'ada@.works.com',
  'ada@works.com.',
  'ada@-works.com',
  'ada@works-.com',
  'ada@two@works.com',
  'ada@works.com,eve@works.com',
  'Ada <ada@works.com>',
  '"ada"@works.com',
  'ädä@works.com',
  `ada@${'w'.repeat(64)}.com`,
];

/** Every place that accepts an address, with a check whether it accepts this one. */
const takers: Record<string, (email: string) => boolean> = {
  'the calls': (email) => emailSchema.safeParse(email).success,
  'the login form': (email) => loginSchema.safeParse({ email, password: 'sixsix' }).success,
  'the sign-up form': (email) => signUpSchema.safeParse({ name: 'Ada', email, password: 'sixsix' }).success,
  'the contact form': (email) => contactProblems({ name: 'Ada', email, phone: '1' }).email === undefined,
  'the contact call': (email) =>
    newContactMessageSchema.safeParse({ name: 'Ada', email, phone: '1' }).success,
  SHOP_ADMIN_EMAIL: (email) =>
    problemsOf({ SHOP_ADMIN_EMAIL: email, SHOP_ADMIN_PASSWORD: 'plumb-bob-and-chalk' }).length === 0,
  SHOP_CONTACT_EMAIL: (email) => problemsOf({ SHOP_CONTACT_EMAIL: email }).length === 0,
};

describe.each(Object.entries(takers))('%s', (_name, takes) => {
  it.each(real)('takes %s', (email) => {
    expect([takes(email), takes(` ${email.toUpperCase()} `)]).toEqual([true, true]);
  });

  it.each(wrong)('refuses %s', (email) => {
    expect(takes(email)).toBe(false);
  });
});

it('trims and lowercases an address, and names what is wrong with a bad one', () => {
  const messageFor = (email: unknown) => emailSchema.safeParse(email).error?.issues[0]?.message;
  expect(emailSchema.parse(' Boss@My-Shop.DE ')).toBe('boss@my-shop.de');
  expect([undefined, '', '  '].map(messageFor)).toEqual(Array(3).fill('Email is required'));
  expect(messageFor('boss@myshop')).toBe('Provide a valid email');
  expect(messageFor(`${'a'.repeat(250)}@x.io`)).toBe('Email must be 254 characters or shorter');
  expect(isEmail(`${'a'.repeat(250)}@x.io`)).toBe(false);
});

it('rejects in linear time whatever would break a line, a header or a URL', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (typed) => {
      if (emailPattern.test(typed)) expect(typed).not.toMatch(/[\s,;:<>()[\]\\"]|[^ -~]/);
    }),
  );
  expect(emailPattern.test(`a@${'a-'.repeat(20_000)}`)).toBe(false);
});
