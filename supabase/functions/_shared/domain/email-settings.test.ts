import { describe, expect, test } from 'vitest';
import { refusals } from '../../../tests/support/refusals.ts';
import { emailSettingsBodySchema, emailSettingsSchema, mailTemplateSchema, mailTextSchema } from './email-settings.ts';

const settings = {
  fromName: 'Market',
  fromAddress: 'hello@example.com',
  replyTo: '',
  smtpHost: 'smtp.example.com',
  smtpPort: 587,
  smtpSecurity: 'starttls',
  smtpUser: '',
  smtpSecret: '',
  dailyCap: 500,
  footerAddress: '',
};

describe.each([
  ['form', emailSettingsSchema],
  ['API', emailSettingsBodySchema],
])('email settings, %s', (_, schema) => {
  const check = (change: Record<string, unknown>) => refusals(schema, { ...settings, ...change });

  test.each([
    ['fromName', 100],
    ['smtpUser', 200],
    ['footerAddress', 300],
  ])('%s is trimmed, and has at most %i characters', (field, max) => {
    const longest = 'x'.repeat(max);
    expect(schema.parse({ ...settings, [field]: ` ${longest} ` })).toMatchObject({ [field]: longest });
    expect(check({ [field]: `${longest}x` })).toEqual([`${field}: Invalid input`]);
  });

  test('a secret keeps its blanks, has at most 500 characters, and is empty when missing', () => {
    const smtpSecret = ` ${'x'.repeat(499)}`;
    expect(schema.parse({ ...settings, smtpSecret })).toMatchObject({ smtpSecret });
    expect(check({ smtpSecret: `${smtpSecret}x` })).toEqual(['smtpSecret: Invalid input']);
    expect(schema.parse({ ...settings, smtpSecret: undefined })).toMatchObject({ smtpSecret: '' });
  });

  test.each([
    ['fromName', ' ', 'From name is required'],
    ['fromName', 'a\u2028b', 'This field is one line'],
    ['smtpUser', 'a\nb', 'This field is one line'],
    ['smtpPort', 0, 'A port is a number from 1 to 65535'],
    ['smtpPort', 65_536, 'A port is a number from 1 to 65535'],
    ['dailyCap', 0, 'The daily cap is a number from 1 to 10000000'],
    ['dailyCap', 10_000_001, 'The daily cap is a number from 1 to 10000000'],
    ['smtpSecurity', 'ssl', 'Invalid input'],
  ])('%s is not %j', (field, value, message) => expect(check({ [field]: value })).toEqual([`${field}: ${message}`]));

  test.each(['smtp.example.com', '::1', '10.0.0.1', 'x'.repeat(253), ' smtp '])('%s is a host', (smtpHost) =>
    expect(schema.parse({ ...settings, smtpHost })).toMatchObject({ smtpHost: smtpHost.trim() }),
  );
  test.each(['a b', 'smtp/', '/smtp', 'x'.repeat(254)])('%s is no host', (smtpHost) =>
    expect(check({ smtpHost })).toEqual(['smtpHost: Invalid host name']),
  );

  test.each(['a@b', `${'x'.repeat(64)}@${'y'.repeat(253)}`, " o'neil+x@ex-ample.com "])('%s is an address', (address) =>
    expect(schema.parse({ ...settings, fromAddress: address, replyTo: address })).toMatchObject({
      fromAddress: address.trim(),
      replyTo: address.trim(),
    }),
  );
  test.each(['a', '@b', 'a@', 'a@-b', 'a b@c', 'a@b c', '<a@b>', `${'x'.repeat(65)}@b`, `a@${'y'.repeat(254)}`])(
    '%s is no address',
    (address) =>
      expect(check({ fromAddress: address, replyTo: address })).toEqual([
        'fromAddress: Invalid email address',
        'replyTo: Invalid email address',
      ]),
  );

  test('a mail server needs a from address, the one of the environment does not', () => {
    expect(check({ fromAddress: '' })).toEqual(['fromAddress: A mail server of your own needs a from address']);
    expect(check({ fromAddress: '', smtpHost: '' })).toEqual([]);
  });
});

test('/api takes null for a setting that is not set', () => {
  const unset = { fromAddress: null, replyTo: null, smtpHost: null, smtpUser: null };
  expect(emailSettingsBodySchema.parse({ ...settings, ...unset })).toEqual({
    ...settings,
    fromAddress: '',
    replyTo: '',
    smtpHost: '',
    smtpUser: '',
  });
});

describe.each([
  ['preview', mailTextSchema],
  ['saved', mailTemplateSchema],
])('the text of a mail, %s', (_, schema) => {
  const mail = { template: 'verify_email', subject: null, body: null, isEnabled: true };
  const check = (change: Record<string, unknown>) => refusals(schema, { ...mail, ...change });

  test('the default text stays where the text is null', () => expect(check({})).toEqual([]));

  test.each([
    ['subject', 200],
    ['body', 5_000],
  ])('%s is trimmed, and has at most %i characters', (field, max) => {
    const longest = `{{code}}${'x'.repeat(max - 8)}`;
    expect(schema.parse({ ...mail, [field]: ` ${longest} ` })).toMatchObject({ [field]: longest });
    expect(check({ [field]: `${longest}x` })).toEqual([`${field}: Invalid input`]);
  });

  test.each([
    [{ subject: ' ' }, 'subject: Subject is required'],
    [{ subject: 'a\nb' }, 'subject: This field is one line'],
    [{ subject: '{{name}}' }, 'subject: There is no value {{name}} in this mail'],
    [{ body: '{{code}} {{other}}' }, 'body: There is no value {{other}} in this mail'],
    [{ body: 'Hello {{username}}' }, 'body: The text lacks the code of this mail'],
    [{ template: 'none', body: 'Hello' }, 'template: Template not found'],
  ])('a text with a wrong part is refused: %j', (change, refusal) => expect(check(change)).toEqual([refusal]));

  test('values may have blanks in their braces, and a mail without a code needs none', () => {
    expect(check({ subject: 'Hello {{ username }}', body: 'Your code: {{ code }}' })).toEqual([]);
    expect(check({ template: 'broadcast', body: 'Hello' })).toEqual([]);
  });

  test('an empty body is refused', () => expect(check({ body: ' ' })[0]).toBe('body: Text is required'));
});
