import { describe, expect, test } from 'vitest';
import { parseInput } from './input.ts';
import { NEW_PASSWORD_RULES, shouldAskEmail, shouldAskUsername } from './registration-rules.ts';
import { refusals } from '../../../tests/support/refusals.ts';
import {
  changeEmailSchema,
  changePasswordFormSchema,
  pageRegistrationSchema,
  passwordBodySchema,
  registerFormSchema,
  registrationSchema,
  resetPasswordFormSchema,
} from './registration.ts';

function messages(result: ReturnType<typeof parseInput>): Record<string, string> {
  // The first text of a field is the one that a form shows.
  return result.ok ? {} : Object.fromEntries(result.errors.toReversed().map(({ path, message }) => [path, message]));
}

describe('registration, reading A (API)', () => {
  const valid = { username: 'anna', email: 'anna@example.com', password: 'secret' };
  const check = (change: Record<string, unknown>) => messages(parseInput(registrationSchema, { ...valid, ...change }));

  test('username, email and password alone are enough', () => {
    expect(check({})).toEqual({});
  });
  test('[A288,A289] username from 3 to 50 characters', () => {
    expect(check({ username: 'ab' })).toEqual({ username: 'Username must be at least 3 characters' });
    expect(check({ username: 'x'.repeat(51) })).toEqual({ username: 'Username too long' });
    expect(check({ username: 'x'.repeat(50) })).toEqual({});
    expect(check({ username: '  ab  ' })).toEqual({ username: 'Username must be at least 3 characters' });
  });
  test('a username cannot pass for an e-mail or hide characters', () => {
    for (const username of ['bob@example.com', 'an\u200bna', 'an\nna', 'an\u202ena']) {
      expect(check({ username }), JSON.stringify(username)).toEqual({ username: 'Invalid input' });
    }
  });
  test('[A290] the e-mail must be valid', () => {
    for (const email of ['', 'x@', 'no', 'a b@c.de', undefined, `${'x'.repeat(250)}@example.com`]) {
      expect(check({ email })).toEqual({ email: 'Invalid email format' });
    }
  });
  test('an e-mail is trimmed, in the form as well', () => {
    for (const schema of [registrationSchema, registerFormSchema])
      expect(schema.shape.email.parse(' anna@example.com ')).toBe('anna@example.com');
  });
  test('the page names its language with at most 20 characters', () => {
    for (const locale of [undefined, 'vi', 'x'.repeat(20)])
      expect(refusals(pageRegistrationSchema, { ...valid, locale })).toEqual([]);
    expect(refusals(pageRegistrationSchema, { ...valid, locale: 'x'.repeat(21) })).toEqual(['locale: Invalid input']);
  });
  test('[A291] password from 6 characters', () => {
    expect(check({ password: '12345' })).toEqual({ password: 'Password must be at least 6 characters' });
    expect(check({ password: '123456' })).toEqual({});
    expect(check({ password: 'x'.repeat(72) })).toEqual({});
    for (const password of ['x'.repeat(73), 'é'.repeat(37)])
      expect(check({ password })).toEqual({ password: 'Invalid input' });
  });
  test('[A292] confirmPassword must match when it is sent, also with other errors', () => {
    expect(check({ confirmPassword: 'other1' })).toEqual({ confirmPassword: "Passwords don't match" });
    for (const confirmPassword of ['secret', undefined]) expect(check({ confirmPassword })).toEqual({});
    expect(check({ username: 7, password: 'x', confirmPassword: 'y' })).toMatchObject({
      confirmPassword: "Passwords don't match",
    });
  });
  test('profile fields are optional and normalised', () => {
    const parsed = parseInput(registrationSchema, { ...valid, country: 'Vietnam', firstName: ' Anna ', bio: '' });
    expect(parsed).toMatchObject({ ok: true, data: { country: 'vn', firstName: 'Anna', bio: null, taxCode: null } });
    expect(check({ phoneNumber: 'abc' })).toEqual({ phoneNumber: 'Invalid phone number' });
    expect(check({ phoneNumber: '+84 (24) 123-456' })).toEqual({});
    expect(check({ taxCode: 'x'.repeat(21) })).toEqual({ taxCode: 'Tax code must be less than 20 characters' });
  });
  test.each([
    ['0912.345.678', '0912 345 678'],
    ['028/3822 1234', '028 3822 1234'],
    ['+84\u00a0912\u00a0345\u00a0678', '+84 912 345 678'],
    ['\u200e+84 912 345 678\u200e', '+84 912 345 678'],
    ['0912–345–678', '0912-345-678'],
    ['０９１２３４５６７８', '0912345678'],
  ])('a phone number is taken however its digits are parted: %j', (phoneNumber, stored) => {
    expect(parseInput(registrationSchema, { ...valid, phoneNumber })).toMatchObject({
      ok: true,
      data: { phoneNumber: stored },
    });
  });
  test('a phone number of thousands of accents is refused before they are put in order', () => {
    const began = performance.now();
    const phoneNumber = '\u0300\u0316'.repeat(30_000);
    expect(parseInput(registrationSchema, { ...valid, phoneNumber })).toEqual({
      ok: false,
      errors: [{ path: 'phoneNumber', message: 'Invalid phone number' }],
    });
    expect(performance.now() - began).toBeLessThan(500);
  });
  test('a forged role is dropped', () => {
    const parsed = parseInput(registrationSchema, { ...valid, role: 'admin', isAdmin: true });
    expect(parsed.ok && Object.keys(parsed.data)).not.toContain('role');
    expect(parsed.ok && Object.keys(parsed.data)).not.toContain('isAdmin');
  });
});

describe('registration, reading B (form)', () => {
  const valid = {
    username: 'anna.b-2',
    email: 'anna@example.com',
    password: 'Abcdef1!',
    confirmPassword: 'Abcdef1!',
    acceptTerms: true,
  };
  const check = (change: Record<string, unknown>) => messages(parseInput(registerFormSchema, { ...valid, ...change }));

  test('a complete form is accepted', () => {
    expect(check({})).toEqual({});
  });
  test('username', () => {
    expect(check({ username: 'ab' })).toEqual({ username: 'Username must be at least 3 characters' });
    expect(check({ username: '' })).toEqual({ username: 'Username must be at least 3 characters' });
    expect(check({ username: 'x'.repeat(21) })).toEqual({ username: 'Username must not exceed 20 characters' });
    expect(check({ username: 'x'.repeat(20) })).toEqual({});
    expect(check({ username: 'a_b!c' })).toEqual({
      username: 'Username can only contain letters, numbers, dots (.) and hyphens (-)',
    });
    expect(check({ username: 'an na' })).toEqual({ username: 'Username cannot contain spaces' });
  });
  test('e-mail', () => {
    for (const email of ['', 'x@', 'x@y']) expect(check({ email })).toEqual({ email: 'Invalid email address' });
  });
  test('password', () => {
    const texts = {
      'Abcde1!': 'Password must be at least 8 characters',
      'abcdef1!': 'Password must contain at least 1 uppercase letter',
      'Abcdefg!': 'Password must contain at least 1 number',
      Abcdefg1: 'Password must contain at least 1 special character',
    };
    for (const [password, text] of Object.entries(texts)) {
      expect(check({ password, confirmPassword: password })).toEqual({ password: text });
      expect(NEW_PASSWORD_RULES.filter(({ isMet }) => !isMet(password))).toHaveLength(1);
    }
    expect(NEW_PASSWORD_RULES.every(({ isMet }) => isMet('Abcdef1!'))).toBe(true);
    expect(messages(parseInput(resetPasswordFormSchema, { password: 'Abcdef1!', confirmPassword: 'x' }))).toEqual({
      confirmPassword: "Passwords don't match",
    });
  });
  test('an empty form marks the repetition of the password as well, in every form that asks for one', () => {
    const empty = { password: '', confirmPassword: '' };
    expect(check(empty)).toMatchObject({ confirmPassword: 'Password is required' });
    expect(check({ confirmPassword: '' })).toEqual({ confirmPassword: "Passwords don't match" });
    for (const schema of [resetPasswordFormSchema, changePasswordFormSchema])
      expect(messages(parseInput(schema, { ...empty, currentPassword: '' }))).toMatchObject({
        confirmPassword: 'Password is required',
      });
  });
  test('repetition and terms, told together with other errors', () => {
    expect(check({ username: 'a', confirmPassword: 'x', acceptTerms: false })).toEqual({
      username: 'Username must be at least 3 characters',
      confirmPassword: "Passwords don't match",
      acceptTerms: 'You must agree to the terms of use',
    });
  });
});

describe('a new password or email of an account', () => {
  const password = 'Abcdef1!';

  test('the repetition of a password is compared by /api only if it is sent', () => {
    const differs = ["confirmPassword: Passwords don't match"];
    expect(refusals(passwordBodySchema, { newPassword: password })).toEqual([]);
    expect(refusals(passwordBodySchema, { newPassword: password, confirmPassword: password })).toEqual([]);
    expect(refusals(passwordBodySchema, { newPassword: password, confirmPassword: '' })).toEqual(differs);
  });

  test('a repetition that differs is not told as missing', () => {
    const differs = "confirmPassword: Passwords don't match";
    const missing = 'confirmPassword: Password is required';
    expect(refusals(resetPasswordFormSchema, { password, confirmPassword: '' })).toEqual([differs]);
    const refused = refusals(resetPasswordFormSchema, { password: '', confirmPassword: password });
    expect(refused).toContain(differs);
    expect(refused).not.toContain(missing);
  });

  test('the form of a new password asks for the current one', () => {
    const form = { currentPassword: 'old', password, confirmPassword: password };
    expect(refusals(changePasswordFormSchema, form)).toEqual([]);
    expect(refusals(changePasswordFormSchema, { ...form, currentPassword: '' })).toEqual([
      'currentPassword: Current password is required',
    ]);
  });

  test('a new email is trimmed, and has at most 254 characters', () => {
    const email = `${'x'.repeat(242)}@example.com`;
    expect(changeEmailSchema.parse({ email: ` ${email} `, currentPassword: 'old' })).toMatchObject({ email });
    for (const wrong of ['x@', `x${email}`])
      expect(refusals(changeEmailSchema, { email: wrong, currentPassword: 'old' })[0]).toBe(
        'email: Invalid email address',
      );
  });
});

describe('live checks', () => {
  test('a username is asked for from its third character', () => {
    expect(['', 'ab', 'abc'].map(shouldAskUsername)).toEqual([false, false, true]);
  });
  test('an e-mail is asked for once it has "@" and "."', () => {
    expect(['a', 'a@b', 'a.b', 'a@b.c'].map(shouldAskEmail)).toEqual([false, false, false, true]);
  });
});
