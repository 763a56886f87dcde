import { describe, expect, test } from 'vitest';
import { mailTemplate, mailTemplates } from './mail-templates.ts';
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
});
