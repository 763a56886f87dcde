import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { callbackify } from 'node:util';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod';
import { OWN_FILE, OWN_FOLDER } from '../platform/own-modes.ts';
import { writeWhole } from '../platform/write-whole.ts';

const KEPT = 200;

const mailSchema = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  receivedAt: z.string(),
  /** The headers of the mail, in order. Mails stored before headers were kept have none. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
});
/** A mail as received; `receivedAt` in ISO form. */
export type Mail = z.infer<typeof mailSchema>;

interface Waiting {
  accepts: (mail: Mail) => boolean;
  resolve: (mail: Mail) => void;
}

/** A mail server for one machine: receives the product's mails and keeps the newest 200 in a folder. */
export class Mailbox {
  readonly #folder: string;
  readonly #server: SMTPServer;
  readonly #waiting = new Set<Waiting>();
  #mails: Mail[];

  /** @param fault is told of mails that could not be read or kept */
  constructor(folder: string, fault: (text: string) => void = () => undefined) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: OWN_FOLDER });
    this.#mails = readMails(folder, fault);
    const keep = callbackify(async (raw: Buffer, recipients: string[]) => {
      try {
        await this.#receive(raw, recipients);
      } catch (error) {
        fault(`A mail could not be kept: ${error instanceof Error ? error.message : String(error)}`);
        // Its sender tries again.
        throw Object.assign(new Error('The mail cannot be kept now'), { responseCode: 452 });
      }
    });
    this.#server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      size: 10 * 1024 * 1024,
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          keep(Buffer.concat(chunks), recipients, done);
        });
      },
    });
    this.#server.on('error', () => undefined);
  }

  /** @returns the port on which it receives mail, on loopback */
  async listen(): Promise<number> {
    const server = this.#server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The mail server has no port');
    return address.port;
  }

  /** Newest first; `to` filters by recipient. */
  list(to?: string): Mail[] {
    return to === undefined ? [...this.#mails] : this.#mails.filter((mail) => mail.to === to.toLowerCase());
  }

  /** Newest first; mails that have every word of `query` in an address, the subject or the text, ignoring case. */
  search(query: string): Mail[] {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    return this.#mails.filter((mail) => {
      const content = [mail.to, mail.from, mail.subject, mail.text || mail.html].join('\n').toLowerCase();
      return words.every((word) => content.includes(word));
    });
  }

  get(id: string): Mail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  /** The newest matching mail to `to`, now or when it arrives. Rejects after `timeoutMs`. */
  waitFor(to: string, predicate: (mail: Mail) => boolean = () => true, timeoutMs = 10_000): Promise<Mail> {
    const accepts = (mail: Mail) => mail.to === to.toLowerCase() && predicate(mail);
    const found = this.#mails.find(accepts);
    if (found) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(new Error(`No such mail to ${to} within ${String(timeoutMs)} ms`));
      }, timeoutMs);
      const waiting: Waiting = {
        accepts,
        resolve: (mail) => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          resolve(mail);
        },
      };
      this.#waiting.add(waiting);
    });
  }

  clear(): void {
    for (const mail of this.#mails) rmSync(join(this.#folder, `${mail.id}.json`), { force: true });
    this.#mails = [];
  }

  close(): Promise<void> {
    return new Promise((done) => this.#server.close(() => done()));
  }

  async #receive(raw: Buffer, recipients: string[]): Promise<void> {
    const parsed = await PostalMime.parse(raw);
    // Somebody may have removed it meanwhile.
    mkdirSync(this.#folder, { recursive: true, mode: OWN_FOLDER });
    for (const to of recipients) {
      const mail: Mail = {
        // Sorts by the time of arrival.
        id: `${String(Date.now()).padStart(14, '0')}-${randomUUID()}`,
        to: to.toLowerCase(),
        from: parsed.from?.address ?? '',
        subject: parsed.subject ?? '',
        text: parsed.text ?? '',
        html: parsed.html ?? '',
        receivedAt: new Date().toISOString(),
        headers: parsed.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
      };
      const file = join(this.#folder, `${mail.id}.json`);
      await writeWhole(file, JSON.stringify(mail), OWN_FILE);
      this.#mails.unshift(mail);
      for (const old of this.#mails.splice(KEPT)) rmSync(join(this.#folder, `${old.id}.json`), { force: true });
      for (const waiting of this.#waiting) if (waiting.accepts(mail)) waiting.resolve(mail);
    }
  }
}

/** The mails of a folder, newest first, without those that cannot be read. */
function readMails(folder: string, fault: (text: string) => void): Mail[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .reverse()
    .flatMap((file) => {
      try {
        return [mailSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))];
      } catch {
        fault(`The mail ${join(folder, file)} cannot be read, and is not shown`);
        return [];
      }
    });
}
