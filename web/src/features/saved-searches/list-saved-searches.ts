import { queryOptions } from '@tanstack/react-query';
import {
  savedSearchesSchema,
  savedSearchSchema,
  searchHitsSchema,
  type ChangeSearch,
  type SaveSearch,
} from '@domain/saved-search.ts';
import { callApi, requestApi } from '@/shared/backend/api.ts';
import { useDeletion } from '@/shared/backend/use-deletion.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

// Apart from the other keys: the first visit does not need it.
const savedSearchesKey = ['saved-searches'] as const;
const PATH = '/api/saved-searches';

/** The saved searches of the signed-in user, newest first. */
export const savedSearchesQueryOptions = queryOptions({
  queryKey: savedSearchesKey,
  queryFn: ({ signal }) => callApi(PATH, { schema: savedSearchesSchema, signal }),
});

/** The posts of which a saved search told since a time, in seconds. */
export const newHitsQueryOptions = (id: number, since: number) =>
  queryOptions({
    queryKey: [...savedSearchesKey, id, 'hits'],
    queryFn: ({ signal }) => callApi(`${PATH}/${id}/hits`, { schema: searchHitsSchema, signal }),
    select: (hits) =>
      new Set(hits.filter(({ toldAt }) => Date.parse(toldAt) >= since * 1000).map(({ postId }) => postId)),
  });

/** Saves a search of the feed; the same one again, as from another device, takes the name and pace. */
export const useSaveSearch = () =>
  useWrite(
    (body: SaveSearch) => callApi(PATH, { method: 'POST', body, schema: savedSearchSchema }),
    [savedSearchesKey],
  );

/** Renames a saved search, or changes when its mails come. */
export const useChangeSearch = (id: number) =>
  useWrite(
    (body: ChangeSearch) => callApi(`${PATH}/${id}`, { method: 'PATCH', body, schema: savedSearchSchema }),
    [savedSearchesKey],
  );

/** Deletes a saved search. */
export const useDeleteSearch = (id: number) =>
  useDeletion(() => requestApi(`${PATH}/${id}`, { method: 'DELETE' }), [savedSearchesKey]);
