import { describe, expect, test } from 'vitest';
import { mailTemplate, mailTemplates } from './mail-templates.ts';
import { mailValues, oneLine } from './mail-values.ts';
import { renderMail, unknownPlaceholders, type MailParts } from './render-mail.ts';

const parts = (change: Partial<MailParts> = {}): MailParts => ({
  template: mailTemplates.quote_received,
  subject: null,
  body: null,
  values: mailTemplates.quote_received.variables,
  siteUrl: 'https://b2b.example',
  footerAddress: '',
  unsubscribeUrl: null,
  ...change,
});

describe('a mail', () => {
  test.each(Object.keys(mailTemplates))('of the kind %s has a value for everything that it names', (name) => {
    const template = mailTemplate(name);
    if (!template) throw new Error(name);
    expect(unknownPlaceholders(template.subject + template.body, template)).toEqual([]);
    const { subject, text, html } = renderMail(parts({ template, values: template.variables }));
    expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined/);
    expect(text).toContain(`Hello anna,`);
    expect(html).toContain(`https://b2b.example${template.action.path.replaceAll('&', '&amp;')}`);
  });

  test('takes no value for markup, and no subject for two lines', () => {
    const evil = '<img src=x onerror=alert(1)>"\'&\r\nBcc: eve@example.com';
    const { subject, html, text } = renderMail(parts({ values: mailValues({ title: evil, message: evil }, evil) }));
    expect(subject).toBe('New quote on "<img src=x onerror=alert(1)>"\'& Bcc: eve@example.com"');
    expect(html).not.toContain('<img');
    expect(text).toContain('<img src=x onerror=alert(1)>"\'&\nBcc: eve@example.com');
  });

  test('leads to this product only', () => {
    for (const path of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/a b']) {
      expect(renderMail(parts({ values: { path } })).text).toContain(
        'See the quote: https://b2b.example/account?tab=posts\n',
      );
    }
    expect(renderMail(parts({ values: { path: '/post/steel-5' } })).text).toContain(
      'See the quote: https://b2b.example/post/steel-5\n',
    );
  });

  test('says in its footer who sent it, why, and how to end it', () => {
    const { text, html } = renderMail(
      parts({ footerAddress: '1 Main Street\nHanoi', unsubscribeUrl: 'https://b2b.example/u?a=1&b=2' }),
    );
    expect(text).toMatch(
      /-- \nYou get this mail because somebody quoted on your post\.\n1 Main Street\nHanoi\nUnsubscribe or choose your mails: https:\/\/b2b\.example\/u\?a=1&b=2\n$/,
    );
    expect(html).toContain('1 Main Street<br />Hanoi<br /><a class="link" href="https://b2b.example/u?a=1&amp;b=2"');
  });

  test('of messages lists them, and counts those that are too many to list', () => {
    const items = Array.from({ length: 20 }, (_, n) => ({ message: `Message ${n}`, notificationId: n }));
    expect(mailValues({ count: 23, items }, 'anna')).toMatchObject({
      summary: '23 new messages',
      messages: expect.stringMatching(/^Message 0\n.*Message 19\nand 3 more$/s),
    });
    expect(mailValues({ count: 1, items: items.slice(0, 1) }, null)).toMatchObject({
      summary: 'Message 0',
      messages: 'Message 0',
      username: 'there',
    });
  });

  test('of a suspension says when it ends, or that it does not', () => {
    expect(mailValues({ until: '2027-03-04T14:00:00+00:00' }, 'anna').until).toMatch(
      /^until Mar 4, 2027, 2:00\sPM \(UTC\)$/,
    );
    expect(mailValues({ until: null }, 'anna').until).toBe('permanently');
  });

  test('is made of anything that the queue may hold', () => {
    for (const data of [null, [], 'x', { title: { a: 1 } }, { count: 'many', items: 5 }])
      expect(mailValues(data, null)).toMatchObject({ username: 'there' });
  });
});

test('one line has no breaks, nothing that turns the writing round, and an end', () => {
  expect(oneLine('a\r\nb\u2028c\u0000d\u202ee', 100)).toBe('a b c d e');
  expect(oneLine('🙂'.repeat(10), 5)).toBe('🙂🙂🙂🙂…');
});
