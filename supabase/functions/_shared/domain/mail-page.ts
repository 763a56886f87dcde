import type { Locale } from './locale.ts';
import { escapeHtml } from './markup.ts';
import { PRODUCT_NAME } from './product.ts';

type Said = { locale: Locale; text: string };
type Link = { label: string; url: string };
type MailPage = {
  /** The language of elements without a `lang` of their own. */
  locale: Locale;
  subject: string;
  paragraphs: readonly (Said & { isCode: boolean })[];
  action: Link;
  reasons: readonly Said[];
  footerAddress: string;
  unsubscribe: Link | null;
};

const FONT = "Inter, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";
const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br />');

const TEXT =
  ' class="text" style="margin: 0 0 16px; font-size: 15px; line-height: 23px; color: #383d47; overflow-wrap: anywhere">';
const CODE =
  ' class="code" style="margin: 0 0 20px; padding: 16px; background: #f1f3f5; border-radius: 8px; text-align: center; font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 30px; line-height: 36px; font-weight: 700; letter-spacing: 8px; color: #16181d">';

/** The HTML of a mail. */
export function mailPage({
  locale,
  subject,
  paragraphs,
  action,
  reasons,
  footerAddress,
  unsubscribe,
}: MailPage): string {
  const lang = (said: Said) => (said.locale === locale ? '' : ` lang="${said.locale}"`);
  const url = escapeHtml(action.url);
  const body = paragraphs
    .map((said) => `<p${lang(said)}${said.isCode ? CODE : TEXT}${lines(said.text)}</p>`)
    .join('\n                ');
  const footer = [
    ...reasons.map((said) =>
      lang(said) === '' ? escapeHtml(said.text) : `<span${lang(said)}>${escapeHtml(said.text)}</span>`,
    ),
    footerAddress === '' ? '' : lines(footerAddress),
    unsubscribe === null
      ? ''
      : `<a class="link" href="${escapeHtml(unsubscribe.url)}" style="color: #4551c9">${escapeHtml(unsubscribe.label)}</a>`,
  ]
    .filter(Boolean)
    .join('<br />');
  return `<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(subject)}</title>
    <style>
      @media (prefers-color-scheme: dark) {
        .page { background: #101216 !important; }
        .card { background: #1b1e24 !important; border-color: #2d313a !important; }
        .text, .brand { color: #e6e8ec !important; }
        .code { background: #23262e !important; color: #e6e8ec !important; }
        .quiet { color: #a0a6b3 !important; }
        .link { color: #a9b1ff !important; }
      }
    </style>
  </head>
  <body class="page" style="margin: 0; padding: 0; background: #f6f7f9">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background: #f6f7f9">
      <tr>
        <td align="center" style="padding: 32px 16px; font-family: ${FONT}">
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 520px">
            <tr>
              <td class="brand" style="padding: 0 4px 16px; font-size: 20px; font-weight: 700; color: #16181d">${PRODUCT_NAME}</td>
            </tr>
            <tr>
              <td class="card" style="padding: 32px; background: #ffffff; border: 1px solid #e3e6eb; border-radius: 8px">
                ${body}
                <p style="margin: 24px 0 0">
                  <a href="${url}" style="display: inline-block; padding: 12px 20px; background: #4551c9; border-radius: 8px; font-size: 15px; line-height: 20px; font-weight: 600; color: #ffffff; text-decoration: none">${escapeHtml(action.label)}</a>
                </p>
              </td>
            </tr>
            <tr>
              <td class="quiet" style="padding: 16px 4px 0; font-size: 12px; line-height: 18px; color: #5c6370">${footer}</td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`;
}
