import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import type { Mail, Mailbox } from './mailbox.ts';

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#e3e6eb, #2d3138); --quiet: light-dark(#5c6370, #a3abb8); --accent: light-dark(#3f4bc4, #a9b1ff); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 860px; padding: 32px 16px; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fff, #16181d); color: light-dark(#16181d, #eceef2); }
h1 { font-size: 22px; margin: 0 0 4px; }
p { color: var(--quiet); margin: 0 0 24px; }
a { color: var(--accent); }
ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 8px; }
li + li { border-top: 1px solid var(--line); }
li a { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 12px 16px; text-decoration: none; color: inherit; }
li a:hover { background: light-dark(#f6f7f9, #1e2127); }
small { color: var(--quiet); }
.code { font: 700 28px/1 ui-monospace, monospace; letter-spacing: .2em; color: var(--accent); }
li .code { font-size: 16px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 16px 0; }
dt { color: var(--quiet); } dd { margin: 0; }
form { display: flex; gap: 8px; margin: 0 0 16px; }
input, button { font: inherit; padding: 8px 12px; border: 1px solid light-dark(#7a808c, #8a909c); border-radius: 8px; background: transparent; color: inherit; }
input { flex: 1; min-width: 0; }
nav { display: flex; gap: 16px; margin: 0 0 12px; }
nav a[aria-current] { color: inherit; font-weight: 700; text-decoration: none; }
dd, h1, strong { overflow-wrap: anywhere; min-width: 0; }
pre { margin: 0; padding: 16px; border: 1px solid var(--line); border-radius: 8px; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace; }
iframe { width: 100%; height: 640px; border: 1px solid var(--line); border-radius: 8px; background: #fff; }
`;

/**
 * The code of a mail, if its template has one: the content of an element of class `code`. Digits in a text that somebody
 * wrote are none.
 */
export function codeIn({ html }: Pick<Mail, 'html'>): string | undefined {
  return /<p[^<>]* class="code"[^<>]*>(\d{6})<\/p>/.exec(html)?.[1];
}

/** The views of a mail, by their names in the address and on the page. */
const VIEWS = { html: 'HTML', text: 'Text', headers: 'Headers' } as const;
const viewSchema = z.enum(['html', 'text', 'headers']);
type View = z.infer<typeof viewSchema>;

/** `/` lists the mails, `/?q=` searches them, `/{id}?view=` shows one; its content is confined to a sandboxed frame. */
export function createMailboxPages(mailbox: Mailbox): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('X-Frame-Options', c.req.path.endsWith('/content') ? 'SAMEORIGIN' : 'DENY');
    c.header(
      'Content-Security-Policy',
      c.req.path.endsWith('/content')
        ? "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-popups-to-escape-sandbox"
        : "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    );
  });

  app.get('/', (c) => {
    const query = (c.req.query('q') ?? '').trim();
    const mails = mailbox.search(query);
    return c.html(
      page(
        'Mailbox',
        html`<h1>Mailbox</h1>
          <p>Everything the product sent, newest first. Nothing leaves this machine.</p>
          <form action="mailbox" role="search">
            <input
              type="search"
              name="q"
              value="${query}"
              aria-label="Address, subject or text"
              placeholder="Address, subject or text"
            />
            <button>Search</button>
          </form>
          ${
            mails.length === 0
              ? html`<p>
                  ${query === '' ? 'No mail yet.' : 'No mail has these words.'}
                  ${query === '' ? '' : html`<a href="mailbox">Show all</a>`}
                </p>`
              : html`<ul>
                  ${mails.map(row)}
                </ul>`
          }`,
      ),
    );
  });
  app.get('/:id/content', (c) => {
    const mail = mailbox.get(c.req.param('id'));
    if (!mail) return c.notFound();
    return mail.html === '' ? c.text(mail.text) : c.html(withBlankTarget(mail.html));
  });
  app.get('/:id', (c) => {
    const mail = mailbox.get(c.req.param('id'));
    if (!mail) return c.notFound();
    const code = codeIn(mail);
    const view = viewSchema.catch(mail.html === '' ? 'text' : 'html').parse(c.req.query('view'));
    return c.html(
      page(
        mail.subject,
        html`<p><a href="../mailbox">← Mailbox</a></p>
          <h1>${mail.subject}</h1>
          <dl>
            <dt>To</dt>
            <dd>${mail.to}</dd>
            <dt>From</dt>
            <dd>${mail.from}</dd>
            <dt>Received</dt>
            <dd><time datetime="${mail.receivedAt}">${time(mail)}</time></dd>
            ${
              code === undefined
                ? ''
                : html`<dt>Code</dt>
                    <dd class="code">${code}</dd>`
            }
          </dl>
          <nav aria-label="View">
            ${viewSchema.options.map((name) => html`<a href="?view=${name}" ${name === view ? html`aria-current="page"` : ''}>${VIEWS[name]}</a>`)}
          </nav>
          ${contentOf(mail, view)}`,
      ),
    );
  });
  return app;
}

function contentOf(mail: Mail, view: View) {
  if (view === 'text') return html`<pre dir="auto">${mail.text === '' ? 'This mail has no text.' : mail.text}</pre>`;
  if (view === 'headers') {
    const lines = mail.headers.map(({ name, value }) => `${name}: ${value}`);
    return html`<pre>${lines.length === 0 ? 'The headers of this mail were not kept.' : lines.join('\n')}</pre>`;
  }
  return html`<iframe
    title="Content of the mail"
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    src="${mail.id}/content"
  ></iframe>`;
}

function page(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`;
}

function row(mail: Mail) {
  const code = codeIn(mail);
  return html`<li>
    <a href="mailbox/${mail.id}">
      <strong>${mail.subject}</strong><small><time datetime="${mail.receivedAt}">${time(mail)}</time></small>
      <small>to ${mail.to}</small>${code === undefined ? '' : html`<span class="code">${code}</span>`}
    </a>
  </li>`;
}

function time(mail: Mail): string {
  return mail.receivedAt.replace('T', ' ').slice(0, 19);
}

/** Links in a framed mail open in a new tab. */
function withBlankTarget(content: string): string {
  return content.includes('<head>')
    ? content.replace('<head>', '<head><base target="_blank">')
    : `<base target="_blank">${content}`;
}
