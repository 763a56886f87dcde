import { mailPage } from './mail-page.ts';
import type { MailTemplate } from './mail-templates.ts';
import { oneLine } from './one-line.ts';

/** A subject is a header: longer ones are cut. */
const SUBJECT_MAX = 200;
const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

export type MailParts = {
  template: MailTemplate;
  /** What an admin made of subject and body; null for the default. */
  subject: string | null;
  body: string | null;
  values: Readonly<Record<string, string>>;
  /** Origin of the page, without a slash at the end. */
  siteUrl: string;
  /** Postal address or imprint in the footer; may be empty. */
  footerAddress: string;
  /** Where the receiver can end this kind of mail; null for mails that nobody can. */
  unsubscribeUrl: string | null;
};

export type RenderedMail = { subject: string; text: string; html: string };

/** A mail as text and as HTML. Values are never taken for markup. */
export function renderMail(parts: MailParts): RenderedMail {
  const { template, values, siteUrl, unsubscribeUrl } = parts;
  const fill = (text: string) => text.replace(PLACEHOLDER, (_, name: string) => values[name] ?? '');
  const subject = oneLine(fill(parts.subject ?? template.subject), SUBJECT_MAX) || template.label;
  const paragraphs = fill(parts.body ?? template.body)
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  const action = { label: template.action.label, url: siteUrl + ownPath(values.path, template.action.path) };
  const reason = `You get this mail because ${fill(template.reason)}.`;
  const text = [
    ...paragraphs,
    `${action.label}: ${action.url}`,
    ['-- ', reason, parts.footerAddress, unsubscribeUrl && `Unsubscribe or choose your mails: ${unsubscribeUrl}`]
      .filter(Boolean)
      .join('\n'),
  ].join('\n\n');
  const html = mailPage({ subject, paragraphs, action, reason, footerAddress: parts.footerAddress, unsubscribeUrl });
  return { subject, text: `${text}\n`, html };
}

/** The placeholders of a text that its template has no value for. */
export function unknownPlaceholders(text: string, template: MailTemplate): string[] {
  return [...text.matchAll(PLACEHOLDER)].flatMap(([, name = '']) => (name in template.variables ? [] : [name]));
}

/** A path of this product that a mail brings itself, or the template's own: never another site. */
function ownPath(path: string | undefined, fallback: string): string {
  return path !== undefined && /^\/(?![/\\])[\w\-./?=&%]*$/.test(path) ? path : fallback;
}
