import type { Locale } from './locale.ts';
import { mailsFor } from './mail-templates.ts';
import { renderMail, type MailParts, type MailText, type RenderedMail } from './render-mail.ts';

type Preview = Omit<MailParts, 'texts'> & {
  name: string;
  locale: Locale;
  /** The edited template in that language; null for the default. */
  subject: string | null;
  body: string | null;
  /** The admins' version of the English text, which some mails include as well. */
  english: Pick<MailText, 'subject' | 'body'> | undefined;
  /** Replaces the example values. */
  values?: Readonly<Record<string, string>>;
};

/** Renders a mail with example values, as its receivers will see it; undefined for an unknown name. */
export function previewMail({
  name,
  locale,
  subject,
  body,
  english,
  values,
  ...parts
}: Preview): RenderedMail | undefined {
  const mails = mailsFor(locale, name);
  const [first, ...more] = mails.map((mail, index) => ({
    ...mail,
    ...(index === mails.length - 1
      ? { subject, body }
      : { subject: english?.subject ?? null, body: english?.body ?? null }),
    values: values ?? mail.template.variables,
  }));
  return first && renderMail({ texts: [first, ...more], ...parts });
}
