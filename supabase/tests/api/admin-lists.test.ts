import { beforeAll, describe, expect, test } from 'vitest';
import { feedbackResponseSchema } from '../../functions/_shared/domain/feedback.ts';
import { world } from '../support/embedded/database.ts';
import type { Person } from '../support/world.ts';
import { ApiClient, signedIn } from './api-client.ts';

/* The lists of the admin area through `/api` (B23): users, hidden posts, audit log, feedback, news. */
let anna: Person;
let bob: ApiClient;
let adam: ApiClient;
let postId: number;

beforeAll(async () => {
  await world.reset();
  anna = await world.person('anna', { organization: 'Lindqvist', taxCode: 'SE1' });
  bob = await signedIn(await world.person('bob'));
  const person = await world.person('adam');
  adam = await signedIn(person);
  ({ id: postId } = await world.createPost(anna, { title: 'Steel pipes' }));
  await person.client.rpc('hide_post', { post_id: postId, reason: 'Spam' });
  await person.client.rpc('suspend_user', { user_id: anna.id, reason: 'Spam' });
});

const lists = ['users', 'hidden-posts', 'audit-log', 'feedback', 'news'];

describe('the lists for admins', () => {
  test.each(lists)('answer 401 to a guest and 403 to a plain user: %s [A65]', async (list) => {
    expect((await new ApiClient().get(`/api/admin/${list}`)).status).toBe(401);
    expect((await bob.get(`/api/admin/${list}`)).status).toBe(403);
  });

  test.each(lists)('take a page, and refuse what makes no sense: %s', async (list) => {
    expect(await adam.get(`/api/admin/${list}?page=999`)).toMatchObject({ status: 200, body: { items: [] } });
    for (const query of ['page=0', 'pageSize=1000', 'sort=password', 'order=up', 'from=yesterday']) {
      expect((await adam.get(`/api/admin/${list}?${query}`)).status, query).toBe(400);
    }
  });

  test('answer users with their state, filtered, searched and counted', async () => {
    const { body } = await adam.get('/api/admin/users?sort=username&order=asc');
    expect(body).toMatchObject({
      total: 3,
      items: [{ username: 'adam', role: 'admin', status: 'active' }, { username: 'anna' }, { username: 'bob' }],
    });
    expect(await adam.get('/api/admin/users?status=suspended')).toMatchObject({
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
    expect(await adam.get('/api/admin/users?q=lindq&accountType=organization&verified=true')).toMatchObject({
      body: { total: 1 },
    });
    expect(await adam.get('/api/admin/users?q=100%25')).toMatchObject({ body: { total: 0, items: [] } });
  });

  test('answer feedback, found by its number, text and state', async () => {
    const message = 'The quotes of my post are not shown (100%)';
    const sent = await bob.post('/api/feedback', {
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
    for (const query of [`q=${reference}`, 'q=100%25', 'q=nothing&category=bug&status=new&sort=subject', '']) {
      expect(await adam.get(`/api/admin/feedback?${query}`), query).toMatchObject(found);
    }
    for (const query of ['q=1000', 'status=spam', 'q=a_l_b', `assigneeId=${anna.id}`]) {
      expect(await adam.get(`/api/admin/feedback?${query}`), query).toMatchObject({ body: { total: 0, items: [] } });
    }
  });

  test('answer hidden posts', async () => {
    expect(await adam.get('/api/admin/hidden-posts?hiddenBy=admin&q=steel')).toMatchObject({
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
    expect(await adam.get('/api/admin/hidden-posts?hiddenBy=owner')).toMatchObject({ body: { total: 0, items: [] } });
  });

  test('answer the audit log', async () => {
    const { body } = await adam.get('/api/admin/audit-log');
    expect(body).toMatchObject({
      total: 3,
      items: [
        { action: 'suspend_user', actorUsername: 'adam', entity: 'user', entityId: String(anna.id) },
        { action: 'hide_post' },
        { action: 'sign_in' },
      ],
    });
    expect(await adam.get(`/api/admin/audit-log?q=${postId}&action=hide_post`)).toMatchObject({
      body: { total: 1, items: [{ before: { hidden: false }, after: { hidden: true, reason: 'Spam' } }] },
    });
    expect(await adam.get('/api/admin/audit-log?q=nobody')).toMatchObject({ body: { total: 0, items: [] } });
  });

  test('answer news, drafts too', async () => {
    await adam.post('/api/news', { type: 'news', title: 'In the making', body: 'x' });
    await adam.post('/api/news', { type: 'news', title: 'Out', body: 'x', status: 'published' });
    expect(await adam.get('/api/admin/news?sort=title&order=asc')).toMatchObject({
      status: 200,
      body: {
        total: 2,
        items: [
          { title: 'In the making', status: 'draft' },
          { title: 'Out', status: 'published' },
        ],
      },
    });
    expect(await adam.get('/api/admin/news?q=making&status=draft')).toMatchObject({ body: { total: 1 } });
  });
});
