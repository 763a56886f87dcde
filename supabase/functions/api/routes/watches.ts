import { dataOf, type Client } from '../../_shared/clients.ts';
import { watchSchema, type Watch } from '../../_shared/domain/post.ts';
import { ApiRoutes } from '../router.ts';

/** Watched requests. */
export const watchRoutes = new ApiRoutes('Notifications');

const path = '/posts/{id}/watch';
const ids = { id: 'Post' };

async function watchOf(client: Client, id: number): Promise<Watch> {
  const { is_watching, watchers } = dataOf(await client.rpc('watch_of_post', { post_id: id }).single());
  return { isWatching: is_watching, watchers };
}

async function setWatch(client: Client, id: number, isOn: boolean): Promise<Watch> {
  dataOf(await client.rpc('set_watch', { post_id: id, is_on: isOn }));
  return watchOf(client, id);
}

watchRoutes.operation(
  {
    method: 'get',
    path,
    summary: 'Check whether I watch a post; its owner gets the number of watchers',
    access: 'user',
    ids,
    answer: watchSchema,
  },
  ({ client, ids: { id } }) => watchOf(client, id),
);

watchRoutes.operation(
  {
    method: 'put',
    path,
    summary: 'Watch a post; watching it again changes nothing',
    description:
      'The caller is notified of changes, answers, the end and the reopening of the request and, without a quote on it, 48 and 6 hours before its deadline.',
    access: 'user',
    ids,
    answer: watchSchema,
    refusals: { 409: 'You watch 500 open requests already' },
  },
  ({ client, ids: { id } }) => setWatch(client, id, true),
);

watchRoutes.operation(
  { method: 'delete', path, summary: 'Stop watching a post', access: 'user', ids, answer: watchSchema },
  ({ client, ids: { id } }) => setWatch(client, id, false),
);
