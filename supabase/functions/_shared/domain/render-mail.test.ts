import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { LOCALES, type Locale } from './locale.ts';
import { MAIL_NAMES, mailIn, mailsFor } from './mail-templates.ts';
import { previewMail } from './preview-mail.ts';
import { renderMail, unknownPlaceholders, type MailParts, type MailText } from './render-mail.ts';

const locales = Object.keys(LOCALES).filter((locale): locale is Locale => locale in LOCALES);

function textOf(name: string, locale: Locale = 'en', change: Partial<MailText> = {}): MailText {
  const mail = mailIn(locale, name);
  if (!mail) throw new Error(name);
  return { ...mail, subject: null, body: null, values: mail.template.variables, ...change };
}

const parts = (change: Partial<MailText> = {}, other: Partial<MailParts> = {}): MailParts => ({
  texts: [textOf('quote_received', 'en', change)],
  siteUrl: 'https://b2b.example',
  footerAddress: '',
  unsubscribeUrl: null,
  ...other,
});

/** A mail as admins preview it: with all that a receiver of this language reads. */
const preview = (name: string, locale: Locale) => {
  const mail = previewMail({
    name,
    locale,
    subject: null,
    body: null,
    english: undefined,
    siteUrl: 'https://b2b.example',
    footerAddress: '',
    unsubscribeUrl: 'https://b2b.example/unsubscribe?token=1',
  });
  if (!mail) throw new Error(name);
  return mail;
};

/** Of all English mails, which no other language changes. */
const ENGLISH_SHA256 = 'ac5fe073daf5721b97e91ace5f0357eff87b8cf423b12dab6d828da9b25f1fa8';

describe('a mail', () => {
  test('[A631] English mails stay the same, byte for byte, whatever other languages there are', () => {
    const mails = MAIL_NAMES.map((name) => [name, preview(name, 'en')]);
    expect(createHash('sha256').update(JSON.stringify(mails)).digest('hex')).toBe(ENGLISH_SHA256);
  });

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'a mail knows no placeholder {{%s}}, which every object has, and puts nothing in its place',
    (name) => {
      const { template } = textOf('quote_received');
      expect(unknownPlaceholders(`{{${name}}}`, template)).toEqual([name]);
      expect(renderMail(parts({ body: `Before {{${name}}} after` })).text).toContain('Before  after');
    },
  );

  test('a mail never puts the path with the secret into a text', () => {
    const text = textOf('reset_password', 'en', {
      body: 'https://elsewhere.example{{path}}',
      values: { username: 'anna', email: 'anna@example.com', path: '/reset-password?token=secret' },
    });
    const { text: said, html } = renderMail(parts({}, { texts: [text] }));
    for (const sent of [said, html]) {
      expect(sent).not.toMatch(/elsewhere\.example\/?reset/);
      expect(sent).toContain('https://b2b.example/reset-password?token=secret');
    }
  });

  test.each(locales.flatMap((locale) => MAIL_NAMES.map((name) => [locale, name] as const)))(
    '[A639] the mail in %s of the kind %s has a value for every placeholder that it names',
    (locale, name) => {
      const { template, words } = textOf(name, locale);
      expect(unknownPlaceholders(template.subject + template.body + template.reason, template)).toEqual([]);
      const { subject, text, html } = preview(name, locale);
      expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined/);
      expect(text).toContain(`${locale === 'en' ? 'Hello' : 'Chào'} anna,`);
      expect(text).toContain(words.unsubscribe);
      expect(html).toContain(`https://b2b.example${template.action.path.replaceAll('&', '&amp;')}`);
    },
  );

  test.each(MAIL_NAMES)(
    '[A639] the mail of the kind %s takes the same values and leads to the same page in each language',
    (name) => {
      const english = textOf(name).template;
      const placesOf = ({ subject, body, reason }: typeof english) =>
        [...new Set(`${subject}${body}${reason}`.match(/\{\{\w+\}\}/g))].sort();
      for (const locale of locales) {
        const { template } = textOf(name, locale);
        expect(Object.keys(template.variables)).toEqual(Object.keys(english.variables));
        expect(placesOf(template)).toEqual(placesOf(english));
        expect(template.action.path).toBe(english.action.path);
      }
    },
  );

  test('[A639] a mail is wholly in the language of its receiver, and so is the page that it leads to', () => {
    for (const name of MAIL_NAMES.filter((each) => mailsFor('vi', each).length === 1)) {
      const { subject, text, html } = preview(name, 'vi');
      expect(html).toContain('<html lang="vi">');
      expect(`${subject}${text}${html}`).not.toMatch(/\b(your|hello|the|you|because|unsubscribe or)\b/i);
      expect(text).toMatch(/^[^:\n]+: https:\/\/b2b\.example\/\S*[?&]lang=vi$/m);
      expect(text).toMatch(/: https:\/\/b2b\.example\/unsubscribe\?token=1&lang=vi\n$/);
      expect(preview(name, 'en').text).not.toContain('lang=');
    }
  });

  test('[A639] a mail with a secret is in both languages, English first, with code and link once', () => {
    for (const name of ['verify_email', 'reset_password', 'confirm_email']) {
      const { subject, text, html } = preview(name, 'vi');
      const english = preview(name, 'en');
      expect(subject.startsWith(`${english.subject} / `)).toBe(true);
      for (const said of [text, html]) {
        expect(said.indexOf('Hello anna,')).toBeGreaterThan(-1);
        expect(said.indexOf('Chào anna,')).toBeGreaterThan(said.indexOf('Hello anna,'));
        expect(said.split('042917')).toHaveLength(name === 'reset_password' ? 1 : 2);
        expect(said.match(/https:\/\/b2b\.example\/(verify-email|reset-password)/g)).toHaveLength(1);
      }
      expect(html).toContain('<html lang="en">');
      expect(html).toContain('<p lang="vi" class="text"');
      expect(english.html).not.toContain('lang="vi"');
    }
  });

  test.each(locales.flatMap((locale) => MAIL_NAMES.map((name) => [locale, name] as const)))(
    'only a code is drawn as one, not six digits in a value, in the mail in %s of the kind %s',
    (locale, name) => {
      const { template } = textOf(name, locale);
      const values = Object.fromEntries(
        Object.keys(template.variables).map((variable) => [variable, `before\n\n123456\n\nafter {{code}}`]),
      );
      const body = Object.keys(values)
        .map((variable) => `{{${variable}}}`)
        .join('\n\n');
      const code = '042917';
      const drawn = (text: Partial<MailText>) =>
        [
          ...renderMail({ ...parts(), texts: [textOf(name, locale, text)] }).html.matchAll(
            /<p[^>]* class="code"[^>]*>(.*?)<\/p>/g,
          ),
        ].map(([, said]) => said);
      const isCoded = 'code' in values;
      expect(drawn({ body: `${body}\n\n123456`, values: { ...values, code } })).toEqual(isCoded ? [code] : []);
    },
  );

  test('[A639] a mail in a language without mails is the English one', () => {
    for (const name of MAIL_NAMES) expect(mailIn('fr' as Locale, name)).toEqual(mailIn('en', name));
    expect(mailIn('vi', 'constructor')).toBeUndefined();
    expect(mailsFor('vi', 'none')).toEqual([]);
  });

  test('a mail links to this product only', () => {
    for (const path of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/a b']) {
      expect(renderMail(parts({ values: { path } })).text).toContain(
        'See the quote: https://b2b.example/account?tab=posts\n',
      );
    }
    expect(renderMail(parts({ values: { path: '/post/steel-5' } })).text).toContain(
      'See the quote: https://b2b.example/post/steel-5\n',
    );
  });

  test('the footer of a mail says who sent it, why, and how to unsubscribe', () => {
    const { text, html } = renderMail(
      parts({}, { footerAddress: '1 Main Street\nHanoi', unsubscribeUrl: 'https://b2b.example/u?a=1&b=2' }),
    );
    expect(text).toMatch(
      /-- \nYou get this mail because somebody quoted on your post\.\n1 Main Street\nHanoi\nUnsubscribe or choose your mails: https:\/\/b2b\.example\/u\?a=1&b=2\n$/,
    );
    expect(html).toContain('1 Main Street<br />Hanoi<br /><a class="link" href="https://b2b.example/u?a=1&amp;b=2"');
  });
});
