import { z } from 'zod';
import { mailTemplate } from './mail-templates.ts';
import { unknownPlaceholders } from './render-mail.ts';
import { wholeNumber } from './typed-number.ts';

export const FROM_NAME_MAX = 100;
export const MAIL_SUBJECT_MAX = 200;
export const MAIL_BODY_MAX = 5_000;
export const FOOTER_ADDRESS_MAX = 300;
export const DAILY_CAP_MAX = 10_000_000;
/** Answer for a mail that the daily cap holds back. */
export const MAIL_WAITS = 'The mail waits: the daily cap is reached.';
/** Answer for a mail of a marketplace that is not the real one, or whose mails are switched off. */
export const MAIL_IS_HELD = 'The mail waits: no mail leaves this server.';
const CODE = /\{\{\s*code\s*\}\}/;
const SMTP_USER_MAX = 200;
const SMTP_SECRET_MAX = 500;

const ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9][A-Za-z0-9.-]{0,252}$/;
const HOST = /^[A-Za-z0-9.:-]{1,253}$/;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !CONTROL.test(text), 'This field is one line');
const optionalAddress = z
  .string()
  .trim()
  .refine((text) => text === '' || ADDRESS.test(text), 'Invalid email address');

const settings = {
  fromName: oneLine(FROM_NAME_MAX).min(1, 'From name is required'),
  fromAddress: optionalAddress,
  replyTo: optionalAddress,
  smtpHost: z
    .string()
    .trim()
    .refine((text) => text === '' || HOST.test(text), 'Invalid host name'),
  smtpPort: wholeNumber('A port is a number from 1 to 65535', 65_535),
  smtpSecurity: z.enum(['none', 'starttls', 'tls']),
  smtpUser: oneLine(SMTP_USER_MAX),
  smtpSecret: z.string().max(SMTP_SECRET_MAX).default(''),
  dailyCap: wholeNumber('The daily cap is a number from 1 to 10000000', DAILY_CAP_MAX),
  footerAddress: z.string().trim().max(FOOTER_ADDRESS_MAX),
};

const hasSender = ({ smtpHost, fromAddress }: { smtpHost: string; fromAddress: string }) =>
  smtpHost === '' || fromAddress !== '';
const SENDER_IS_MISSING = { path: ['fromAddress'], message: 'A mail server of your own needs a from address' };

/** The email settings. An empty host selects the mail server of the environment; an empty secret keeps the stored one. */
export const emailSettingsSchema = z.object(settings).refine(hasSender, SENDER_IS_MISSING);

const emptyIfNull = (text: z.ZodString) => text.nullable().transform((value) => value ?? '');

/** The body of the call, which accepts the answer of GET: null stands for an unset value. */
export const emailSettingsBodySchema = z
  .object({
    ...settings,
    fromAddress: emptyIfNull(settings.fromAddress),
    replyTo: emptyIfNull(settings.replyTo),
    smtpHost: emptyIfNull(settings.smtpHost),
    smtpUser: emptyIfNull(settings.smtpUser),
  })
  .refine(hasSender, SENDER_IS_MISSING);

export type EmailSettings = z.output<typeof emailSettingsSchema>;

const mailText = {
  template: z.string().refine((name) => mailTemplate(name) !== undefined, 'Template not found'),
  subject: oneLine(MAIL_SUBJECT_MAX).min(1, 'Subject is required').nullable(),
  body: z.string().trim().min(1, 'Text is required').max(MAIL_BODY_MAX).nullable(),
};

type MailText = { template: string; subject: string | null; body: string | null };

/** Placeholders without a value are refused, because they would be sent as empty text, and a text without the code of its mail. */
const refuseWrongValues: z.core.CheckFn<MailText> = ({ value: { template, subject, body }, issues }) => {
  const known = mailTemplate(template);
  if (!known) return;
  for (const [path, text] of Object.entries({ subject, body })) {
    const [unknown] = unknownPlaceholders(text ?? '', known);
    if (unknown === undefined) continue;
    issues.push({
      code: 'custom',
      input: text,
      path: [path],
      message: `There is no value {{${unknown}}} in this mail`,
    });
  }
  if (body !== null && 'code' in known.variables && !CODE.test(body))
    issues.push({
      code: 'custom',
      input: body,
      path: ['body'],
      message: 'The text lacks the code of this mail',
    });
};

/** The text of a mail in the admin's preview before saving; null is the default. */
export const mailTextSchema = z.object(mailText).check(refuseWrongValues);

/** A template as saved by an admin; null restores the default. */
export const mailTemplateSchema = z.object({ ...mailText, isEnabled: z.boolean() }).check(refuseWrongValues);
