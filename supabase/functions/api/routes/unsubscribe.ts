import { Hono } from 'hono';
import { dataOf, secretClient } from '../../_shared/clients.ts';
import { invalidLinkPage, unsubscribePage } from '../../_shared/domain/unsubscribe-page.ts';
import { ApiError } from '../../_shared/http/api-error.ts';
import { limitTo } from '../../_shared/http/body.ts';
import type { ApiContext, ApiEnv } from '../../_shared/http/context.ts';

/** The link that mails carry (B13): GET only shows, POST acts, also for mail programs that click by themselves (RFC 8058). */
export const unsubscribeRoutes = new Hono<ApiEnv>();

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

async function choicesOf(token: string) {
  const rows = dataOf(await secretClient('mail').rpc('mail_choices', { token }));
  return rows.map(({ username, template, is_wanted, is_of_link }) => ({
    username,
    template,
    isWanted: is_wanted,
    isOfLink: is_of_link,
  }));
}

/** Answers people with a page, also where the link is not valid. */
async function answer(c: ApiContext, token: string, act: () => Promise<string | null>): Promise<Response> {
  c.header('Content-Security-Policy', POLICY);
  c.header('Referrer-Policy', 'no-referrer');
  try {
    const said = await act();
    return c.html(unsubscribePage(token, await choicesOf(token), said));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return c.html(invalidLinkPage(), 404);
    throw error;
  }
}

unsubscribeRoutes.get('/unsubscribe', (c) => answer(c, c.req.query('token') ?? '', () => Promise.resolve(null)));

unsubscribeRoutes.post('/unsubscribe', limitTo(), (c) => {
  const token = c.req.query('token') ?? '';
  return answer(c, token, async () => {
    const form = await c.req.parseBody({ all: true });
    if (form.choose === undefined) {
      dataOf(await secretClient('mail').rpc('choose_mails', { token }));
      return 'You will not get these mails any more.';
    }
    const wanted = [form.wanted].flat().filter((value) => typeof value === 'string');
    dataOf(await secretClient('mail').rpc('choose_mails', { token, wanted }));
    return 'Your choice is saved.';
  });
});
