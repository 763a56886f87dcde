import { escapeHtml } from './mail-page.ts';
import { mailTemplate } from './mail-templates.ts';
import { PRODUCT_NAME } from './product.ts';

export type MailChoice = { username: string; template: string; isWanted: boolean; isOfLink: boolean };

const STYLE = `
  :root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --line: #e3e6eb; --text: #16181d; --quiet: #5c6370; --accent: #4551c9; --on-accent: #fff; }
  @media (prefers-color-scheme: dark) { :root { --page: #101216; --card: #1b1e24; --line: #2d313a; --text: #e6e8ec; --quiet: #a0a6b3; --accent: #a9b1ff; --on-accent: #101216; } }
  * { box-sizing: border-box; }
  body { margin: 0; padding: 32px 16px; background: var(--page); color: var(--text); font: 16px/24px Inter, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif; }
  main { max-width: 520px; margin: 0 auto; padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
  h1 { margin: 0 0 12px; font-size: 20px; line-height: 28px; }
  p { margin: 0 0 20px; color: var(--quiet); }
  fieldset { margin: 0 0 20px; padding: 0; border: 0; }
  legend { padding: 0; font-weight: 600; }
  label { display: flex; align-items: center; gap: 12px; min-height: 44px; }
  input { width: 20px; height: 20px; accent-color: var(--accent); }
  button { min-height: 44px; padding: 0 20px; border: 1px solid var(--accent); border-radius: 8px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
  button.second { background: transparent; color: var(--accent); }
  form + form { margin-top: 28px; padding-top: 24px; border-top: 1px solid var(--line); }
  a { color: var(--accent); }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }`;

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${escapeHtml(title)} · ${PRODUCT_NAME}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>${escapeHtml(title)}</h1>
      ${content}
    </main>
  </body>
</html>
`;
}

/** The page behind the link in a mail: ends one kind of mail, or chooses among all that can be ended (B13). */
export function unsubscribePage(token: string, choices: readonly MailChoice[], said: string | null): string {
  const named = choices.find(({ isOfLink }) => isOfLink);
  const labelOf = (choice: MailChoice) => mailTemplate(choice.template)?.label ?? choice.template;
  const action = `/api/unsubscribe?token=${escapeHtml(token)}`;
  const status = said === null ? '' : `<p role="status"><strong>${escapeHtml(said)}</strong></p>`;
  const one =
    named?.isWanted === true
      ? `<form method="post" action="${action}">
        <p>${escapeHtml(named.username)}, do you want no more mails of the kind "${escapeHtml(labelOf(named))}"?</p>
        <button name="List-Unsubscribe" value="One-Click">Unsubscribe</button>
      </form>`
      : '';
  const boxes = choices
    .map((choice) => `<label><input type="checkbox" name="wanted" value="${escapeHtml(choice.template)}"${choice.isWanted ? ' checked' : ''} /> ${escapeHtml(labelOf(choice))}</label>`)
    .join('\n          ');
  return page(
    'Your mails',
    `${status}
      ${one}
      <form method="post" action="${action}">
        <fieldset>
          <legend>Mails that you want</legend>
          ${boxes}
        </fieldset>
        <p>What concerns the security of your account or decisions about it is always sent.</p>
        <button class="second" name="choose" value="1">Save</button>
      </form>`,
  );
}

/** For a link that was made up or cut off. */
export function invalidLinkPage(): string {
  return page('This link is not valid', '<p>Open it once more from the mail, as a whole.</p><p><a href="/">Home</a></p>');
}
