import { z } from 'zod';
import { dataOf, secretClient } from '../_shared/clients.ts';
import { DEFAULT_LOCALE, isLocale } from '../_shared/domain/locale.ts';
import { mailsFor, type Mail } from '../_shared/domain/mail-templates.ts';
import { inLanguage, renderMail, type MailText } from '../_shared/domain/render-mail.ts';
import { env } from '../_shared/env.ts';
import { composeMail } from './compose.ts';
import { mailValues } from './mail-values.ts';
import { addressOfNamed, keepsSecret, serverFor } from './server-for.ts';
import { sendMail, type Delivery } from './smtp.ts';

/** Mails sent in parallel. */
const SENDERS = 4;
/** No mail starts after this time, because hosted functions live for 150 seconds. */
const RUN_MS = 60_000;

const claimSchema = z.object({
  mail_id: z.number(),
  lease: z.string(),
  recipient: z.string(),
  template: z.string(),
  data: z.unknown(),
  username: z.string().nullable(),
  subject: z.string().nullable(),
  body: z.string().nullable(),
  locale: z.string(),
  local_subject: z.string().nullable(),
  local_body: z.string().nullable(),
  unsubscribe_token: z.string().nullable(),
});
type Claim = z.infer<typeof claimSchema>;

const settingsSchema = z.object({
  from_name: z.string(),
  from_address: z.string().nullable(),
  reply_to: z.string().nullable(),
  smtp_host: z.string().nullable(),
  smtp_port: z.number(),
  smtp_security: z.enum(['none', 'starttls', 'tls']),
  smtp_user: z.string().nullable(),
  smtp_secret: z.string().nullable(),
  footer_address: z.string(),
  site_url: z.string().nullable(),
  held_by: z.string().nullable(),
});
type Settings = z.infer<typeof settingsSchema>;

/** Settings that are tried before they are saved. */
export const trialSchema = settingsSchema.omit({ site_url: true, held_by: true }).partial();

export type RunReport = { sent: number; bounced: number; retry: number; failed: number };

const client = secretClient('mail');

async function claim(id?: number): Promise<Claim | undefined> {
  const [mail] = dataOf(
    await client.rpc('claim_mail', {
      only_id: id,
      site: env.mails === 'off' ? 'off' : env.siteUrl,
      has_mailbox: env.hasMailbox,
    }),
  );
  return mail && claimSchema.parse(mail);
}

async function readSettings(): Promise<Settings> {
  return settingsSchema.parse(dataOf(await client.rpc('mail_delivery').single()));
}

const cannotSend = (answer: string, isServerDown: boolean): Delivery => ({ outcome: 'retry', answer, isServerDown });

/** A claimed mail in one of its languages, with the admins' edits. */
function textOf(mail: Claim, { locale, template, words, translate }: Mail): MailText {
  const isEnglish = locale === DEFAULT_LOCALE;
  return {
    locale,
    template,
    words,
    subject: isEnglish ? mail.subject : mail.local_subject,
    body: isEnglish ? mail.body : mail.local_body,
    values: mailValues(mail.data, mail.username, {
      locale,
      words,
      translate,
      linkTo: (path) => inLanguage(env.siteUrl + path, locale),
    }),
  };
}

async function deliver(mail: Claim, settings: Settings): Promise<Delivery> {
  const locale = isLocale(mail.locale) ? mail.locale : DEFAULT_LOCALE;
  const [first, ...more] = mailsFor(locale, mail.template).map((text) => textOf(mail, text));
  if (!first) return { outcome: 'failed', answer: 'This mail has no template', isServerDown: false };
  const { from, ...server } = serverFor(mail.template, env.smtp, {
    host: settings.smtp_host,
    port: settings.smtp_port,
    security: settings.smtp_security,
    user: settings.smtp_user,
    secret: settings.smtp_secret,
    from: settings.from_address,
  });
  const { host } = server;
  // Other mails can leave by the server in the settings.
  if (host === null && settings.smtp_host !== null)
    return cannotSend('Mails that open an account need SMTP_HOST', false);
  if (from === null || host === null) return cannotSend('No mail server or no sender address is set', true);
  const linkTo = (path: string) =>
    mail.unsubscribe_token === null ? null : `${env.siteUrl}${path}?token=${mail.unsubscribe_token}`;
  const rendered = renderMail({
    texts: [first, ...more],
    siteUrl: env.siteUrl,
    footerAddress: settings.footer_address,
    unsubscribeUrl: linkTo('/unsubscribe'),
  });
  const click = linkTo('/api/unsubscribe');
  const envelope = { from, to: mail.recipient };
  const message = await composeMail({
    ...rendered,
    ...envelope,
    fromName: settings.from_name,
    replyTo: settings.reply_to,
    messageId: `${mail.mail_id}.${mail.lease}`,
    unsubscribeUrl: click === null ? null : inLanguage(click, (more.at(-1) ?? first).locale),
  });
  // The operator's own server can be anywhere.
  if (host === env.smtp.host && server.port === env.smtp.port) return sendMail({ ...server, host }, envelope, message);
  try {
    const address = await addressOfNamed(host, env.privateSmtpHosts);
    return await sendMail({ ...server, host, address }, envelope, message);
  } catch (error) {
    return cannotSend(error instanceof Error ? error.message : String(error), true);
  }
}

/**
 * Tells operators of a mail that did not leave. A mail server repeats the address of the receiver; the search has bounds,
 * because it restarts at each character of a long text.
 */
function logRefusal({ mail_id, template }: Claim, { outcome, answer }: Delivery) {
  console.error(`Mail ${mail_id} (${template}), ${outcome}: ${answer.replaceAll(/\S{1,64}@\S{1,255}/g, '<address>')}`);
}

/** Tells operators why no mail leaves. */
function logHold({ held_by, site_url }: Settings) {
  if (held_by === null) return;
  const reason = held_by === 'off' ? 'MAILS=off' : `this server is ${held_by}, the mails are those of ${site_url}`;
  console.error(`no mail leaves: ${reason}`);
}

async function deliverAndReport(mail: Claim, settings: Settings, isTrial = false): Promise<Delivery> {
  const delivery = await deliver(mail, settings).catch((error: unknown): Delivery => {
    console.error(error);
    return { outcome: 'retry', answer: 'The mail could not be written', isServerDown: false };
  });
  // The next try would be by the saved settings.
  if (isTrial && delivery.outcome === 'retry') delivery.outcome = 'failed';
  if (delivery.outcome !== 'sent') logRefusal(mail, delivery);
  dataOf(
    await client.rpc('finish_mail', {
      mail_id: mail.mail_id,
      lease: mail.lease,
      outcome: delivery.outcome,
      answer: delivery.answer,
    }),
  );
  return delivery;
}

/** Sends queued mails until none is left, the time is over, or the mail server is unreachable. */
export async function sendQueue(): Promise<RunReport> {
  const report: RunReport = { sent: 0, bounced: 0, retry: 0, failed: 0 };
  const first = await claim();
  const settings = await readSettings();
  logHold(settings);
  if (!first) return report;
  const end = Date.now() + RUN_MS;
  let isServerDown = false;
  const work = async (begin?: Claim) => {
    let mail = begin ?? (await claim());
    while (mail) {
      const delivery = await deliverAndReport(mail, settings);
      report[delivery.outcome] += 1;
      isServerDown ||= delivery.isServerDown;
      if (isServerDown || Date.now() > end) return;
      mail = await claim();
    }
  };
  const ends = await Promise.allSettled([work(first), ...Array.from({ length: SENDERS - 1 }, () => work())]);
  // Not before the others have ended: each still holds a mail.
  for (const each of ends) if (each.status === 'rejected') throw each.reason;
  return report;
}

/**
 * Sends one mail now, on trial by other settings if some are given, and returns the answer of the mail server; null if the
 * mail is not queued or no mail leaves.
 */
export async function sendOne(id: number, trial: z.infer<typeof trialSchema>): Promise<Delivery | null> {
  const mail = await claim(id);
  if (!mail) return null;
  const stored = await readSettings();
  const tried = { ...stored, ...trial };
  tried.smtp_secret = trial.smtp_secret ?? (keepsSecret(stored, tried) ? stored.smtp_secret : null);
  return deliverAndReport(mail, tried, Object.keys(trial).length > 0);
}
