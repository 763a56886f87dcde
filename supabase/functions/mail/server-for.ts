import { isIPv4 } from 'node:net';
import { carriesSecret } from '../_shared/domain/mail-templates.ts';
import { addressesOf, isPublicAddress } from '../_shared/http/public-address.ts';
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

/**
 * The address of a mail server that an admin named. The answers of a server are shown to admins, so one in a private
 * network must be allowed by the operator: else an admin could scan the network behind the firewall (SSRF). The mail goes to
 * this address, not to the name, which could have another one a moment later.
 *
 * @param allowed names that may be in a private network
 * @throws Error with what to do
 */
export async function addressOfNamed(
  host: string,
  allowed: string[],
  addressesOfHost: typeof addressesOf = addressesOf,
): Promise<string> {
  const addresses = await addressesOfHost(host);
  if (!allowed.includes(host.toLowerCase()) && !addresses.every(isPublicAddress))
    throw new Error(`${host} is in a private network. Its operator can allow it with PRIVATE_SMTP_HOSTS`);
  const address = addresses.find(isIPv4) ?? addresses[0];
  if (address === undefined) throw new Error(`${host} has no address`);
  return address;
}
