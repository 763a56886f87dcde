import { Readable } from 'node:stream';
import { once } from 'node:events';
import { isIP } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { z } from 'zod';
import { oneLine } from '../_shared/domain/one-line.ts';
import type { Envelope } from './compose.ts';

export type SmtpServer = {
  /** The name in its certificate. */
  host: string;
  /** Where to connect; without one the host is looked up. */
  address?: string;
  port: number;
  /** `none`: plain text; `starttls`: upgraded to TLS before anything is sent, or aborted; `tls`: TLS from the start. */
  security: 'none' | 'starttls' | 'tls';
  user: string | null;
  secret: string | null;
};

export type Delivery = {
  /** `retry`: not accepted, but can be later; `failed`: unknown, or a retry makes no sense. */
  outcome: 'sent' | 'bounced' | 'retry' | 'failed';
  /** The answer of the server, or the reason why there was none. */
  answer: string;
  /** The cause is the server or the settings, so other mails would fail as well. */
  isServerDown: boolean;
};

/** Timeouts in milliseconds: for the connection, the greeting, silence, and a whole mail. */
export const TIMEOUTS = { connection: 10_000, greeting: 10_000, silence: 20_000, mail: 45_000 };

const smtpErrorSchema = z.looseObject({
  message: z.string(),
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
  rejectedErrors: z.array(z.unknown()).optional(),
});

/** A server may answer with characters that Postgres refuses to store, such as NUL. */
const shownAnswer = (answer: string) => oneLine(answer, 500);

/** Sends one mail over its own connection. Never throws: errors are part of the result. */
export async function sendMail(
  server: SmtpServer,
  envelope: Envelope,
  message: Uint8Array,
  timeouts = TIMEOUTS,
): Promise<Delivery> {
  const connection = new SMTPConnection({
    host: server.address ?? server.host,
    // An IP address is not a server name.
    ...(isIP(server.host) ? {} : { servername: server.host }),
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    name: envelope.from.split('@')[1],
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
    socketCloseTimeout: 0,
  });
  // This is only called after the server has asked for the content: from then on it can accept the mail even if its answer is lost.
  let isTextSent = false;
  const text = new Readable({
    read() {
      isTextSent = true;
      this.push(message);
      this.push(null);
    },
  });
  const clock = setTimeout(() => connection.emit('error', new Error('The mail server took too long')), timeouts.mail);
  try {
    const broken = once(connection, 'error').then(([error]) => Promise.reject(error));
    const answer = await Promise.race([talk(connection, server, envelope, text), broken]);
    return { outcome: 'sent', answer: shownAnswer(answer), isServerDown: false };
  } catch (error) {
    const refused = judge(error, isTextSent);
    return { ...refused, answer: shownAnswer(refused.answer) };
  } finally {
    clearTimeout(clock);
    // A late error has no effect any more.
    connection.on('error', () => undefined);
    connection.close();
  }
}

async function talk(
  connection: SMTPConnection,
  server: SmtpServer,
  envelope: Envelope,
  text: Readable,
): Promise<string> {
  await new Promise<void>((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())));
  const { user, secret } = server;
  if (user !== null && secret !== null) {
    await new Promise<void>((resolve, reject) =>
      connection.login({ user, pass: secret }, (error) => (error ? reject(error) : resolve())),
    );
  }
  return new Promise((resolve, reject) =>
    connection.send({ from: envelope.from, to: [envelope.to] }, text, (error, info) =>
      error ? reject(error) : resolve(info?.response ?? ''),
    ),
  );
}

/** Classifies an SMTP error: what it means for the delivery of the mail. */
export function judge(error: unknown, isTextSent: boolean): Delivery {
  const parsed = smtpErrorSchema.safeParse(error instanceof Error ? { ...error, message: error.message } : error);
  const { message, command, code, responseCode, rejectedErrors } = parsed.success
    ? parsed.data
    : { message: String(error) };
  const isRefusal = responseCode !== undefined && responseCode >= 500;
  const isAboutMail = command === 'DATA' || command === 'RCPT TO' || (rejectedErrors ?? []).length > 0 || isTextSent;
  if (isRefusal && isAboutMail && code !== 'EAUTH') return { outcome: 'bounced', answer: message, isServerDown: false };
  if (responseCode === undefined && isTextSent) {
    return {
      outcome: 'failed',
      answer: `The mail server did not say whether it took the mail: ${message}`,
      isServerDown: true,
    };
  }
  return { outcome: 'retry', answer: message, isServerDown: !isAboutMail };
}
