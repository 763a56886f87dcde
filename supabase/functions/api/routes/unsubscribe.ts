import { dataOf, secretClient } from '../../_shared/clients.ts';
import { isLocale } from '../../_shared/domain/locale.ts';
import {
  INVALID_MAIL_LINK,
  mailChoicesQuerySchema,
  mailChoicesSchema,
  saveMailChoicesSchema,
  type MailChoices,
} from '../../_shared/domain/mail-choices.ts';
import { mailTemplate } from '../../_shared/domain/mail-templates.ts';
import { env } from '../../_shared/env.ts';
import { ApiError } from '../../_shared/http/api-error.ts';
import { limitTo } from '../../_shared/http/body.ts';
import { ApiRoutes } from '../router.ts';

/** The targets of links in mails: the settings behind the page, and the one-click unsubscribe of mail programs (RFC 8058). */
export const unsubscribeRoutes = new ApiRoutes('Mails');

/** Maps database errors about a token to messages for users: a forged or truncated link is "not valid". */
async function ofLink<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      throw new ApiError(404, INVALID_MAIL_LINK, { code: 'not_found' });
    throw error;
  }
}

async function choicesOf(token: string): Promise<MailChoices> {
  const rows = dataOf(await secretClient('mail').rpc('mail_choices', { token }));
  return {
    username: rows[0]?.username ?? '',
    choices: rows.map(({ template, is_wanted, is_of_link }) => ({
      template,
      label: mailTemplate(template)?.label ?? template,
      isWanted: is_wanted,
      isOfLink: is_of_link,
    })),
  };
}

const refusals = { 404: 'The link is invalid or incomplete' };

unsubscribeRoutes.operation(
  {
    method: 'get',
    path: '/mail-choices',
    summary: 'Get the mail choices of the receiver of a mail',
    description: 'Needs the `token` from the link in a mail, and no session.',
    access: 'anyone',
    query: mailChoicesQuerySchema,
    answer: mailChoicesSchema,
    refusals,
  },
  ({ query }) => ofLink(() => choicesOf(query.token)),
);

unsubscribeRoutes.operation(
  {
    method: 'put',
    path: '/mail-choices',
    summary: 'Save the mail choices',
    description:
      'Unsubscribes from every kind of mail that `wanted` does not name; with `shown`, the kinds that were wanted when the receiver began to choose, it changes only those in which the two differ. Mails about the security of an account, or a decision about it, are always sent.',
    access: 'anyone',
    body: saveMailChoicesSchema,
    answer: mailChoicesSchema,
    refusals,
  },
  ({ body: { token, wanted, shown } }) =>
    ofLink(async () => {
      dataOf(await secretClient('mail').rpc('choose_mails', { token, wanted, shown }));
      return choicesOf(token);
    }),
);

// Mail programs open this address in a browser, or call it themselves; a GET changes nothing.
unsubscribeRoutes.get('/unsubscribe', (c) => {
  const locale = c.req.query('lang');
  const query = new URLSearchParams({ token: c.req.query('token') ?? '', ...(isLocale(locale) && { lang: locale }) });
  return c.redirect(`${env.siteUrl}/unsubscribe?${query.toString()}`);
});

unsubscribeRoutes.post('/unsubscribe', limitTo(), (c) =>
  ofLink(async () => {
    dataOf(await secretClient('mail').rpc('choose_mails', { token: c.req.query('token') ?? '' }));
    return c.json({ message: 'You will not get these mails any more.' });
  }),
);
