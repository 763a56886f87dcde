import { describe, expect } from 'vitest';
import { feedbackResponseSchema } from '../../functions/_shared/domain/feedback.ts';
import { fileTest } from '../support/embedded/test.ts';
import { ApiClient, signedIn } from './api-client.ts';

/* The lists of the admin area through `/api`: users, hidden posts, audit log, feedback, news. */

let postId: number;

const test = fileTest
  .extend('asBob', ({ bob }) => signedIn(bob))
  .extend('asAdam', { scope: 'file', auto: true }, async ({ world }) => signedIn(await world.person('adam')));

test.beforeAll(async ({ world }) => {
  const anna = await world.person('anna', { organization: 'Lindqvist', taxCode: 'SE1' });
  const adam = await world.person('adam');
  ({ id: postId } = await world.createPost(anna, { title: 'Steel pipes' }));
  await adam.client.rpc('hide_post', { post_id: postId, reason: 'Spam' });
  await adam.client.rpc('suspend_user', { user_id: anna.id, reason: 'Spam' });
});

const lists = ['users', 'bulk-actions', 'posts', 'hidden-posts', 'audit-log', 'feedback', 'news'];

describe('the lists for admins', () => {
  test.for(lists)('the list answers 401 to a guest and 403 to a plain user: %s [A65]', async (list, { asBob }) => {
    expect(await new ApiClient().get(`/api/admin/${list}`)).toAnswer(401);
    expect(await asBob.get(`/api/admin/${list}`)).toAnswer(403);
  });

  test.for(lists)('the list takes a page and refuses invalid parameters: %s', async (list, { asAdam }) => {
    expect(await asAdam.get(`/api/admin/${list}?page=999`)).toMatchObject({ status: 200, body: { items: [] } });
    const filter = list === 'posts' ? 'state=gone' : 'from=yesterday';
    for (const query of ['page=0', 'pageSize=1000', 'sort=password', 'order=up', filter]) {
      expect(await asAdam.get(`/api/admin/${list}?${query}`), query).toAnswer(400);
    }
  });

  test('the list of users has their state and is filtered, searched and counted', async ({ anna, bob, asAdam }) => {
    const { body } = await asAdam.get('/api/admin/users?sort=username&order=asc');
    expect(body).toMatchObject({
      total: 3,
      items: [{ username: 'adam', role: 'admin', status: 'active' }, { username: 'anna' }, { username: bob.username }],
    });
    expect(await asAdam.get('/api/admin/users?status=suspended')).toMatchObject({
      status: 200,
      body: {
        total: 1,
        items: [
          {
            id: anna.id,
            username: 'anna',
            email: anna.email,
            isVerified: true,
            organization: 'Lindqvist',
            posts: 1,
            quotes: 0,
            suspendedUntil: 'permanent',
            suspensionReason: 'Spam',
            status: 'suspended',
          },
        ],
      },
    });
    expect(await asAdam.get('/api/admin/users?q=lindq&accountType=organization&verified=true')).toMatchObject({
      body: { total: 1 },
    });
    expect(await asAdam.get('/api/admin/users?q=100%25')).toMatchObject({ body: { total: 0, items: [] } });
  });

  test('the list of feedback is searched by number, text and state', async ({ anna, asBob, asAdam }) => {
    const message = 'The quotes of my post are not shown (100%)';
    const sent = await asBob.post('/api/feedback', {
      category: 'bug',
      subject: 'Nothing there',
      message,
      pagePath: '/account',
    });
    const { id, reference } = feedbackResponseSchema.parse(sent.body);
    const found = {
      status: 200,
      body: { total: 1, items: [{ id, reference, username: 'bob', category: 'bug', message, status: 'new' }] },
    };
    for (const query of [
      `q=${reference}`,
      'q=100%25',
      'q=nothing&category=bug&status=new&sort=subject',
      'q=N%C3%B6thing',
      '',
    ]) {
      expect(await asAdam.get(`/api/admin/feedback?${query}`), query).toMatchObject(found);
    }
    for (const query of ['q=1000', 'status=spam', 'q=a_l_b', `assigneeId=${anna.id}`]) {
      expect(await asAdam.get(`/api/admin/feedback?${query}`), query).toMatchObject({ body: { total: 0, items: [] } });
    }
  });

  test('the list of all posts is searched by words, filtered by state and country, and sorted', async ({
    world,
    bob,
    carl,
    asAdam,
  }) => {
    const [, soon, overdue, closed] = await Promise.all(
      ['Copper wire', 'Copper sheets', 'Copper tubes', 'Ông đồng'].map((title, index) =>
        world.createPost(index % 2 ? carl : bob, { title, country: index < 3 ? 'de' : 'vn' }),
      ),
    );
    await world.sql(`update public.posts set quote_deadline = now() + interval '1 day' where id = $1`, [soon?.id]);
    await world.sql(`update public.posts set quote_deadline = now() - interval '1 day' where id = $1`, [overdue?.id]);
    await world.sql(`update public.posts set closed_at = now(), closed_reason = 'awarded' where id = $1`, [closed?.id]);
    const titles = async (query: string) => {
      const { body } = await asAdam.get(`/api/admin/posts?${query}`);
      const { items, total } = Object(body);
      expect(items, query).toHaveLength(total);
      return items.map(({ title }: { title: string }) => title);
    };
    expect(await asAdam.get('/api/admin/posts?state=overdue')).toMatchObject({
      status: 200,
      body: {
        total: 1,
        items: [{ id: overdue?.id, title: 'Copper tubes', state: 'overdue', username: 'bob', country: 'de' }],
      },
    });
    expect(await asAdam.get('/api/admin/posts?state=hidden')).toMatchObject({
      body: { total: 1, items: [{ id: postId, state: 'hidden', hiddenByUsername: 'adam', hiddenReason: 'Spam' }] },
    });
    expect(await titles('state=closed')).toEqual(['Ông đồng']);
    expect((await titles('state=open')).sort()).toEqual(['Copper sheets', 'Copper wire']);
    expect(await titles('sort=deadline&order=asc&q=copper')).toEqual(['Copper tubes', 'Copper sheets', 'Copper wire']);
    expect((await titles('sort=deadline')).slice(0, 2)).toEqual(['Copper sheets', 'Copper tubes']);
    expect(await titles('sort=deadline&state=closed')).toEqual(['Ông đồng']);
    expect(await titles('q=ong dong&country=vn')).toEqual(['Ông đồng']);
    expect(await titles('q=carl&country=de')).toEqual(['Copper sheets']);
    expect(await titles('q=Steel&state=hidden')).toEqual(['Steel pipes']);
    const all = await titles('');
    expect([...all].sort()).toEqual(['Copper sheets', 'Copper tubes', 'Copper wire', 'Steel pipes', 'Ông đồng']);
    expect(await titles('order=asc')).toEqual(all.toReversed());
    for (const query of ['q=nothing', 'q=%3F', 'state=closed&country=de'])
      expect(await titles(query), query).toEqual([]);
  });

  test('the list of hidden posts answers who hid them and why', async ({ asAdam }) => {
    expect(await asAdam.get('/api/admin/hidden-posts?hiddenBy=admin&q=steel')).toMatchObject({
      status: 200,
      body: {
        total: 1,
        items: [
          {
            id: postId,
            title: 'Steel pipes',
            username: 'anna',
            hiddenByUsername: 'adam',
            hiddenReason: 'Spam',
            quotes: 0,
          },
        ],
      },
    });
    expect(await asAdam.get('/api/admin/hidden-posts?hiddenBy=owner')).toMatchObject({ body: { total: 0, items: [] } });
  });

  test('the audit log is listed for admins', async ({ anna, asAdam }) => {
    const { body } = await asAdam.get('/api/admin/audit-log');
    expect(body).toMatchObject({
      total: 3,
      items: [
        { action: 'suspend_user', actorUsername: 'adam', entity: 'user', entityId: String(anna.id) },
        { action: 'hide_post' },
        { action: 'sign_in' },
      ],
    });
    expect(await asAdam.get(`/api/admin/audit-log?q=${postId}&action=hide_post`)).toMatchObject({
      body: { total: 1, items: [{ before: { hidden: false }, after: { hidden: true, reason: 'Spam' } }] },
    });
    expect(await asAdam.get('/api/admin/audit-log?q=nobody')).toMatchObject({ body: { total: 0, items: [] } });
  });

  test('the list of news for admins includes drafts', async ({ asAdam }) => {
    await asAdam.post('/api/news', { type: 'news', title: 'In the making', body: 'x' });
    await asAdam.post('/api/news', { type: 'news', title: 'Out', body: 'x', status: 'published' });
    expect(await asAdam.get('/api/admin/news?sort=title&order=asc')).toMatchObject({
      status: 200,
      body: {
        total: 2,
        items: [
          { title: 'In the making', status: 'draft' },
          { title: 'Out', status: 'published' },
        ],
      },
    });
    expect(await asAdam.get('/api/admin/news?q=m%C3%A1king&status=draft')).toMatchObject({ body: { total: 1 } });
  });
});
