import type { EmailDriver } from '@supabase/lite';

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** What an HTML mail says, for readers of plain text: a line per block, and the address behind every link. */
export function textOf(html: string): string {
  const text = html
    .replace(/<head[\s\S]*?<\/head>/gi, '')
    // The line that only lists of mails show.
    .replace(/<div style="display: none[\s\S]*?<\/div>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<a\s[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gi, (_link, address: string, label: string) =>
      label.trim() === address ? address : `${label.trim()}: ${address}`,
    )
    .replace(/<\/(p|h\d|td|div|li)>/gi, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Gives the mails of Auth, whose own text leads past the page, the text of their HTML. */
export function withPlainText(driver: EmailDriver): EmailDriver {
  return {
    send: (mail) => driver.send(mail.html === undefined ? mail : { ...mail, text: textOf(mail.html) }),
  };
}
