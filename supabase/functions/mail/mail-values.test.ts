import { describe, expect, test } from 'vitest';
import { mailTemplates } from '../_shared/domain/mail-templates.ts';
import { renderMail } from '../_shared/domain/render-mail.ts';
import { mailValues } from './mail-values.ts';

describe('a mail', () => {
  test('takes no value for markup, and no subject for two lines', () => {
    const evil = '<img src=x onerror=alert(1)>"\'&\r\nBcc: eve@example.com';
    const { subject, html, text } = renderMail({
      template: mailTemplates.quote_received,
      subject: null,
      body: null,
      values: mailValues({ title: evil, message: evil }, evil),
      siteUrl: 'https://b2b.example',
      footerAddress: '',
      unsubscribeUrl: null,
    });
    expect(subject).toBe('New quote on "<img src=x onerror=alert(1)>"\'& Bcc: eve@example.com"');
    expect(html).not.toContain('<img');
    expect(text).toContain('<img src=x onerror=alert(1)>"\'&\nBcc: eve@example.com');
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
