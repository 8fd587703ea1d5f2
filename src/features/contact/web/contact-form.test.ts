import { describe, expect, it } from 'vitest';
import { contactProblems, isContactField } from './contact-form.tsx';

const right = { name: 'Ada Kaya', email: 'ada.kaya@works.co.uk', phone: '+44 20 7946 0000' };

describe('contactProblems', () => {
  it('accepts a full form', () => {
    expect(contactProblems(right)).toEqual({});
  });

  it('names every field that is empty or only spaces', () => {
    expect(contactProblems({ name: ' ', email: '', phone: '  ' })).toEqual({
      name: 'Please provide your name!',
      email: 'Provide a valid email',
      phone: 'Please provide your phone number!',
    });
  });

  it.each(['ada', 'ada@works', 'a da@works.com', '@works.com'])('refuses %s as an email', (email) => {
    expect(contactProblems({ ...right, email })).toEqual({ email: 'Provide a valid email' });
  });

  it('accepts an email with spaces around it', () => {
    expect(contactProblems({ ...right, email: '  ada@works.com ' })).toEqual({});
  });
});

describe('isContactField', () => {
  it('knows the four fields', () => {
    expect(['name', 'email', 'phone', 'message', 'body', undefined].map(isContactField)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
