import { Readable } from 'node:stream';
import { once } from 'node:events';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { z } from 'zod';
import type { Envelope } from './compose.ts';

export type SmtpServer = {
  host: string;
  port: number;
  /** `none`: plain text; `starttls`: encrypted before anything is said, or not at all; `tls`: encrypted from the start. */
  security: 'none' | 'starttls' | 'tls';
  user: string | null;
  secret: string | null;
};

export type Delivery = {
  /** `retry`: the server did not take it and may later; `failed`: nobody knows, or it makes no sense to try again. */
  outcome: 'sent' | 'bounced' | 'retry' | 'failed';
  /** The answer of the server, or the reason why there was none. */
  answer: string;
  /** The reason lies with the server or the settings: other mails would fare the same. */
  isServerDown: boolean;
};

/** Milliseconds: for a connection, for the greeting, for silence, and for one mail in all. */
export const TIMEOUTS = { connection: 10_000, greeting: 10_000, silence: 20_000, mail: 45_000 };

const smtpErrorSchema = z.looseObject({
  message: z.string(),
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
  rejectedErrors: z.array(z.unknown()).optional(),
});

/** Sends one mail over a connection of its own. Never throws: every end is an answer. */
export async function sendMail(
  server: SmtpServer,
  envelope: Envelope,
  message: Uint8Array,
  timeouts = TIMEOUTS,
): Promise<Delivery> {
  const connection = new SMTPConnection({
    host: server.host,
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
  // Read only when the server has asked for the text: from then on it may take the mail even if it never says so.
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
    return { outcome: 'sent', answer, isServerDown: false };
  } catch (error) {
    return judge(error, isTextSent);
  } finally {
    clearTimeout(clock);
    // A late error has nobody left to tell.
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
