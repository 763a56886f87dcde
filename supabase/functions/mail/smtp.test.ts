import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { composeMail } from './compose.ts';
import { sendMail, type SmtpServer } from './smtp.ts';

type Received = { from: string; to: string[]; raw: string };

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function portOf(server: Server): Promise<number> {
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const plain = (port: number): SmtpServer => ({ host: '127.0.0.1', port, security: 'none', user: null, secret: null });

/** A real mail server that keeps what it gets; `refuse` may answer the receiver with an error. */
async function mailServer(refuse?: { responseCode: number }) {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => done(refuse ? Object.assign(new Error('No such mailbox'), refuse) : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        });
        done(null, 'Taken as 42');
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  closing.push(() => server.close());
  return { server: plain(await portOf(listening)), received };
}

/** A server that answers the commands with these lines in turn and then falls silent. */
async function scriptedServer(...lines: string[]) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const rest = [...lines];
    const answer = () => {
      const line = rest.shift();
      if (line !== undefined) socket.write(`${line}\r\n`);
    };
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', answer);
    answer();
  }).listen(0, '127.0.0.1');
  closing.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return plain(await portOf(server));
}

const envelope = { from: 'no-reply@b2b.example', to: 'anna@example.com' };
const quick = { connection: 300, greeting: 300, silence: 300, mail: 600 };

const compose = (change: { subject?: string; fromName?: string } = {}) =>
  composeMail({
    ...envelope,
    subject: 'Hello',
    fromName: 'b2b',
    text: 'Text\n',
    html: '<p>Text</p>',
    replyTo: null,
    messageId: '1.x',
    unsubscribeUrl: 'https://b2b.example/api/unsubscribe?token=1.broadcast.abc',
    ...change,
  });

const headersOf = (raw: string) =>
  (raw.split('\r\n\r\n')[0] ?? '')
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => line.split(':')[0]);

describe('a mail server that works', () => {
  test('a mail server gets text and HTML, the receiver alone, and the one-click unsubscribe header', async () => {
    const { server, received } = await mailServer();
    expect(await sendMail(server, envelope, await compose())).toEqual({
      outcome: 'sent',
      answer: expect.stringContaining('Taken as 42'),
      isServerDown: false,
    });
    expect(received).toHaveLength(1);
    const [{ to, raw } = { to: [], raw: '' }] = received;
    expect(to).toEqual(['anna@example.com']);
    expect(raw).toMatch(/Content-Type: multipart\/alternative/);
    expect(raw).toContain('Content-Type: text/plain');
    expect(raw).toContain('Content-Type: text/html');
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
    expect(raw.replace(/\r\n[ \t]+/g, ' ')).toMatch(
      /List-Unsubscribe: <https:\/\/b2b\.example\/api\/unsubscribe\?token=1\.broadcast\.abc>/,
    );
  });

  test.each([
    ['CR and LF', 'Hi\r\nBcc: eve@example.com'],
    ['LF', 'Hi\nBcc: eve@example.com\n\nbody'],
    ['CR', 'Hi\rBcc: eve@example.com'],
    ['NUL', 'Hi\u0000\r\nBcc: eve@example.com'],
    ['a line separator', 'Hi\u2028Bcc: eve@example.com\u2029Cc: eve@example.com\u0085To: eve@example.com'],
    ['an encoded word', '=?utf-8?Q?Hi=0D=0ABcc:_eve@example.com?='],
    ['10 kB', `${'é Bcc: eve@example.com, '.repeat(450)}`],
    ['commas and quotes', '"a", <eve@example.com>, "b" <eve@example.com>'],
  ])('a mail gets no extra header and no extra receiver by a name and a subject with %s', async (_, evil) => {
    const { server, received } = await mailServer();
    await sendMail(server, envelope, await compose());
    await sendMail(server, envelope, await compose({ subject: evil, fromName: evil }));
    const [honest, forged] = received;
    expect(headersOf(forged?.raw ?? '')).toEqual(headersOf(honest?.raw ?? ''));
    expect(forged?.to).toEqual(['anna@example.com']);
    expect(forged?.raw).not.toMatch(/^(bcc|cc):/im);
    expect(forged?.raw).not.toMatch(/=\?utf-8\?Q\?Hi=0D/i);
  });

  test('a mail bounces when the server refuses the receiver for good', async () => {
    const { server } = await mailServer({ responseCode: 550 });
    expect(await sendMail(server, envelope, await compose())).toEqual({
      outcome: 'bounced',
      answer: expect.stringContaining('No such mailbox'),
      isServerDown: false,
    });
  });

  test('a mail waits when the server refuses the receiver for now', async () => {
    const { server } = await mailServer({ responseCode: 451 });
    expect(await sendMail(server, envelope, await compose())).toMatchObject({ outcome: 'retry', isServerDown: false });
  });
});

describe('a mail server that is in trouble', () => {
  const talk = ['220 hello', '250 at your service', '250 sender ok', '250 receiver ok', '354 go on'];

  test('a mail waits when the server refuses connections', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    const port = await portOf(server);
    server.close();
    expect(await sendMail(plain(port), envelope, await compose(), quick)).toMatchObject({
      outcome: 'retry',
      isServerDown: true,
    });
  });

  test.each([0, 1, 2, 3])('a mail waits when the server falls silent after %i lines', async (lines) => {
    const server = await scriptedServer(...talk.slice(0, lines));
    expect(await sendMail(server, envelope, await compose(), quick)).toMatchObject({
      outcome: 'retry',
      isServerDown: true,
    });
  });

  test('a mail is not sent again when the server falls silent after the text, since it can have arrived', async () => {
    const server = await scriptedServer(...talk);
    expect(await sendMail(server, envelope, await compose(), quick)).toEqual({
      outcome: 'failed',
      answer: expect.stringContaining('did not say whether it took the mail'),
      isServerDown: true,
    });
  });

  test.each([
    ['the greeting', ['554 go away']],
    ['the sender', ['220 hello', '250 at your service', '550 not you']],
  ])('a mail waits when the server refuses %s, since the receiver is not the cause', async (_, lines) => {
    expect(await sendMail(await scriptedServer(...lines), envelope, await compose(), quick)).toMatchObject({
      outcome: 'retry',
      isServerDown: true,
    });
  });

  test.each([
    ['taken', '250 OK \0 queued', 'sent', '250 OK queued'],
    ['put off', '451 try \0\u0007 later', 'retry', 'Message failed: 451 try later'],
  ])('a mail is %s by an answer with characters that no database stores', async (_, line, outcome, answer) => {
    const server = await scriptedServer(...talk, line);
    expect(await sendMail(server, envelope, await compose(), quick)).toMatchObject({ outcome, answer });
  });

  test('a mail bounces when the server refuses the text', async () => {
    const server = await scriptedServer(...talk, '554 spam');
    expect(await sendMail(server, envelope, await compose(), quick)).toMatchObject({
      outcome: 'bounced',
      isServerDown: false,
    });
  });

  test('a mail is not sent to a server without the demanded encryption', async () => {
    const server = await scriptedServer(...talk, '250 taken');
    expect(await sendMail({ ...server, security: 'starttls' }, envelope, await compose(), quick)).toMatchObject({
      outcome: 'retry',
      isServerDown: true,
    });
  });
});
