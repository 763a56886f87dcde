import { dataOf, type Client } from '../../_shared/clients.ts';
import { INVALID_INPUT } from '../../_shared/domain/input.ts';
import { mailPaceSchema } from '../../_shared/domain/notification-choices.ts';
import {
  changeSearchSchema,
  readSearchAddress,
  savedSearchesSchema,
  savedSearchSchema,
  saveSearchSchema,
  searchHitsSchema,
  type SavedSearch,
} from '../../_shared/domain/saved-search.ts';
import { invalidInput, notFound } from '../../_shared/http/api-error.ts';
import { ApiRoutes, doneSchema } from '../router.ts';

/** Saved searches. */
export const savedSearchRoutes = new ApiRoutes('Notifications');

async function listSearches(client: Client): Promise<SavedSearch[]> {
  const rows = dataOf(await client.rpc('list_saved_searches'));
  return rows.map(({ id, name, path, pace, hits, created_at }) => ({
    id,
    name,
    address: path,
    pace: mailPaceSchema.parse(pace),
    hits,
    createdAt: created_at,
  }));
}

async function findSearch(client: Client, id: number): Promise<SavedSearch> {
  const found = (await listSearches(client)).find((one) => one.id === id);
  if (!found) throw notFound('Saved search');
  return found;
}

savedSearchRoutes.operation(
  {
    method: 'get',
    path: '/saved-searches',
    summary: 'List my saved searches, newest first',
    access: 'user',
    answer: savedSearchesSchema,
  },
  ({ client }) => listSearches(client),
);

savedSearchRoutes.operation(
  {
    method: 'post',
    path: '/saved-searches',
    summary: 'Save a search of the feed',
    description:
      'Its user is notified of new posts that it finds, and of posts that an edit, unhiding or reopening makes it find, each once: on the page at once, by mail at its pace. The same search again keeps its id and takes the new name and pace.',
    access: 'user',
    body: saveSearchSchema,
    answer: savedSearchSchema,
    status: 201,
    refusals: { 409: 'You have saved 20 searches already' },
  },
  async ({ client, body: { name, address, pace } }) => {
    const search = readSearchAddress(address);
    if (!search) throw invalidInput([{ path: 'address', message: INVALID_INPUT }]);
    return findSearch(client, dataOf(await client.rpc('save_search', { name, pace, ...search })));
  },
);

savedSearchRoutes.operation(
  {
    method: 'get',
    path: '/saved-searches/{id}/hits',
    summary: 'List the newest 100 posts of which a saved search told',
    access: 'user',
    ids: { id: 'Saved search' },
    answer: searchHitsSchema,
  },
  async ({ client, ids: { id } }) =>
    dataOf(await client.rpc('list_search_hits', { id })).map((hit) => ({ postId: hit.post_id, toldAt: hit.told_at })),
);

savedSearchRoutes.operation(
  {
    method: 'patch',
    path: '/saved-searches/{id}',
    summary: 'Rename a saved search, or choose when its mails come',
    access: 'user',
    ids: { id: 'Saved search' },
    body: changeSearchSchema,
    answer: savedSearchSchema,
  },
  async ({ client, ids: { id }, body }) => {
    dataOf(await client.rpc('change_saved_search', { id, ...body }));
    return findSearch(client, id);
  },
);

savedSearchRoutes.operation(
  {
    method: 'delete',
    path: '/saved-searches/{id}',
    summary: 'Delete a saved search',
    access: 'user',
    ids: { id: 'Saved search' },
    answer: doneSchema,
  },
  async ({ client, ids: { id } }) => {
    dataOf(await client.rpc('delete_saved_search', { id }));
    return { message: 'The search was deleted.' };
  },
);
