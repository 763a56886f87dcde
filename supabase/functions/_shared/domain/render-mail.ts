import { DEFAULT_LOCALE, type Locale } from './locale.ts';
import { mailPage } from './mail-page.ts';
import type { MailTemplate } from './mail-template.ts';
import type { Mail } from './mail-templates.ts';
import { oneLine } from './one-line.ts';

/** A subject is a header, so longer ones are cut. */
const SUBJECT_MAX = 200;
const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;
const CODE_PARAGRAPH = /^\{\{\s*code\s*\}\}$/;

/** A mail in one language, with its values. */
export type MailText = Pick<Mail, 'locale' | 'template' | 'words'> & {
  /** Subject and body as edited by an admin; null for the default. */
  subject: string | null;
  body: string | null;
  values: Readonly<Record<string, string>>;
};

export type MailParts = {
  /** In the receiver's language, which is the last one if there are several. */
  texts: readonly [MailText, ...MailText[]];
  /** Origin of the page, without a trailing slash. */
  siteUrl: string;
  /** Postal address or imprint for the footer; can be empty. */
  footerAddress: string;
  /** The unsubscribe link; null for mails that cannot be unsubscribed from. */
  unsubscribeUrl: string | null;
};

export type RenderedMail = { subject: string; text: string; html: string };

const fill = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(PLACEHOLDER, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''));

/** Only declared placeholders are filled in: the link with the secret is a value of the mail, but never part of its texts. */
const declared = (values: Readonly<Record<string, string>>, { variables }: MailTemplate) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(variables, name)));
/** The non-empty paragraphs of a text. */
const paragraphsOf = (text: string) =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
const differing = (texts: readonly string[]) => [...new Set(texts)];

function render({ locale, template, words, subject, body, values: given }: MailText) {
  const values = declared(given, template);
  return {
    locale,
    subject: oneLine(fill(subject ?? template.subject, values), SUBJECT_MAX) || template.label,
    // Only the template makes a code of a paragraph: six digits in a user's text stay text.
    paragraphs: paragraphsOf(body ?? template.body).flatMap((paragraph) =>
      paragraphsOf(fill(paragraph, values)).map((text) => ({ locale, text, isCode: CODE_PARAGRAPH.test(paragraph) })),
    ),
    label: (Number(values.count) > 1 && template.action.many) || template.action.label,
    reason: fill(words.because, { reason: fill(template.reason, values) }),
    unsubscribe: words.unsubscribe,
  };
}

/** The address of a page in the language of the mail, which also works for signed-out readers. */
export function inLanguage(url: string, locale: Locale): string {
  return locale === DEFAULT_LOCALE ? url : `${url}${url.includes('?') ? '&' : '?'}lang=${locale}`;
}

/** Renders a mail as text and HTML. Values are escaped. Link and code appear once, in however many languages the mail is written. */
export function renderMail({ texts, siteUrl, footerAddress, unsubscribeUrl }: MailParts): RenderedMail {
  const [first] = texts;
  const { locale } = texts.at(-1) ?? first;
  const rendered = texts.map(render);
  const all = rendered.flatMap((text) => text.paragraphs);
  const code = all.find(({ isCode }) => isCode);
  const paragraphs = all.filter((paragraph) => !paragraph.isCode || paragraph === code);
  const subject = oneLine(differing(rendered.map((text) => text.subject)).join(' / '), SUBJECT_MAX);
  const action = {
    label: differing(rendered.map(({ label }) => label)).join(' / '),
    url: inLanguage(siteUrl + ownPath(first.values.path, first.template.action.path), locale),
  };
  const reasons = rendered.map(({ locale: of, reason }) => ({ locale: of, text: reason }));
  const unsubscribe =
    unsubscribeUrl === null
      ? null
      : {
          label: differing(rendered.map((text) => text.unsubscribe)).join(' / '),
          url: inLanguage(unsubscribeUrl, locale),
        };
  const text = [
    ...paragraphs.map((paragraph) => paragraph.text),
    `${action.label}: ${action.url}`,
    [
      '-- ',
      ...reasons.map((reason) => reason.text),
      footerAddress,
      unsubscribe && `${unsubscribe.label}: ${unsubscribe.url}`,
    ]
      .filter(Boolean)
      .join('\n'),
  ].join('\n\n');
  const html = mailPage({ locale: first.locale, subject, paragraphs, action, reasons, footerAddress, unsubscribe });
  return { subject, text: `${text}\n`, html };
}

/** The placeholders of a text that have no value in its template. */
export function unknownPlaceholders(text: string, template: MailTemplate): string[] {
  return [...text.matchAll(PLACEHOLDER)].flatMap(([, name = '']) =>
    Object.hasOwn(template.variables, name) ? [] : [name],
  );
}

/** Whether a path of a mail leads to a page of this product, never to another site. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])[\w\-./?=&%]*$/.test(path);

/** The path of a mail, or else of its template. */
const ownPath = (path: string | undefined, fallback: string) =>
  path !== undefined && isOwnPath(path) ? path : fallback;
