import MailComposer from 'nodemailer/lib/mail-composer';
import { oneLine } from '../_shared/domain/one-line.ts';
import type { RenderedMail } from '../_shared/domain/render-mail.ts';

export type Envelope = { from: string; to: string };

export type MailToCompose = RenderedMail &
  Envelope & {
    fromName: string;
    replyTo: string | null;
    /** Unique per attempt, so that receivers can detect its duplicates. */
    messageId: string;
    /** The one-click unsubscribe address that mail programs call. */
    unsubscribeUrl: string | null;
  };

const NAME_MAX = 100;

/** Text for a header: one line, without sequences that a mail reader would decode. */
const headerText = (text: string, max: number) => oneLine(text, max).replaceAll('=?', '= ?');

/** The source of a mail. Names and subjects cannot inject headers or recipients. */
export function composeMail(mail: MailToCompose): Promise<Uint8Array> {
  const composer = new MailComposer({
    from: { name: headerText(mail.fromName, NAME_MAX), address: mail.from },
    to: [{ name: '', address: mail.to }],
    replyTo: mail.replyTo ?? undefined,
    subject: headerText(mail.subject, Infinity),
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.messageId}@${mail.from.split('@')[1] ?? 'localhost'}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      // One-click unsubscribe in the mail program (RFC 8058).
      ...(mail.unsubscribeUrl !== null && {
        'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
