import { carriesSecret } from '../_shared/domain/mail-templates.ts';
import type { SmtpServer } from './smtp.ts';

type Server = { [Key in keyof SmtpServer]: Key extends 'host' ? string | null : SmtpServer[Key] } & {
  from: string | null;
};

/**
 * The mail server and sender for a mail. The operator of a mail server can read its mails, and any admin can name a server:
 * with a reset link from it they could take over the account of a main admin. So mails with secrets only use the server of
 * the installation, and wait if it has none.
 *
 * @param own the server of the installation
 * @param named the server in the email settings; without a host it only names the sender
 */
export function serverFor(template: string, own: Server, named: Server): Server {
  if (carriesSecret(template)) return { ...own, from: own.from ?? named.from };
  return { ...(named.host === null ? own : named), from: named.from ?? own.from };
}

type Login = { smtp_host: string | null; smtp_user: string | null; smtp_security: SmtpServer['security'] };

/** Whether the password of a server can be used with other settings, as where these are saved: no other server sees it. */
export function keepsSecret(stored: Login, tried: Login): boolean {
  return (
    tried.smtp_host === stored.smtp_host &&
    tried.smtp_user === stored.smtp_user &&
    (tried.smtp_security !== 'none' || stored.smtp_security === 'none')
  );
}
