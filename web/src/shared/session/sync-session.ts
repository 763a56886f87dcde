import type { QueryClient } from '@tanstack/react-query';
import { currentSession, hasSessionEnded, onAuthEvent } from '@/shared/backend/auth-session.ts';
import { SESSION_KEY } from '@/shared/backend/kept-session.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { currentUserQueryOptions } from './use-current-user.ts';
import { removeUserTraces } from './profile-copy.ts';

/** Whose data a cache holds (null: a guest's), and the work that made it so. */
type Filling = { authId: string | null; done: Promise<void> };
const fillings = new WeakMap<QueryClient, Filling>();

async function refill(queryClient: QueryClient, authId: string | null): Promise<void> {
  const isForeign = (queryKey: readonly unknown[]) => queryKey[0] !== keys.session.all[0];
  await queryClient.cancelQueries({ predicate: (query) => isForeign(query.queryKey) });
  await queryClient.cancelQueries({ queryKey: keys.session.user });
  queryClient.getMutationCache().clear();
  queryClient.removeQueries({ type: 'inactive', predicate: (query) => isForeign(query.queryKey) });
  if (authId === null) {
    removeUserTraces();
    queryClient.setQueryData(currentUserQueryOptions.queryKey, null);
  } else if (queryClient.getQueryData(currentUserQueryOptions.queryKey)) {
    await queryClient.resetQueries({ queryKey: keys.session.user });
  } else {
    await queryClient.fetchQuery({ ...currentUserQueryOptions, staleTime: 0 });
  }
  await queryClient.resetQueries({ type: 'active', predicate: (query) => isForeign(query.queryKey) });
}

/** Reads the user again where the first read for this session failed. */
async function readMissingUser(queryClient: QueryClient, { authId, done }: Filling): Promise<void> {
  await done.catch(() => undefined);
  if (authId === null || queryClient.getQueryData(currentUserQueryOptions.queryKey)) return;
  await queryClient.fetchQuery({ ...currentUserQueryOptions, staleTime: 0 });
}

/**
 * Makes the cache belong to whoever the stored session names: when that is somebody else than before, all cached
 * data is dropped, the user is read, and what is on the screen is fetched again. Resolves when the user is known.
 */
export async function syncSession(queryClient: QueryClient): Promise<void> {
  const authId = (await currentSession())?.user.id ?? null;
  const filling = fillings.get(queryClient);
  if (filling?.authId === authId) return readMissingUser(queryClient, filling);
  const done = filling ? refill(queryClient, authId) : Promise.resolve();
  fillings.set(queryClient, { authId, done });
  return done;
}

const warn = (error: unknown) => console.warn('The session was not read:', error);

/** Asks who uses the page, before it is drawn: guests are known by then, users on the way. From here on it is known whose data the cache holds. */
export function startSession(queryClient: QueryClient): void {
  void syncSession(queryClient).catch(warn);
  void queryClient.prefetchQuery(currentUserQueryOptions);
}

/**
 * Follows the auth events of this tab and of others. Returns how to stop.
 * @param onEnd is called when the session of this tab has ended by itself, with whether its user was on the screen
 */
export function startSessionSync(queryClient: QueryClient, onEnd: (wasShown: boolean) => void): () => void {
  let isTold = false;
  const sync = async () => {
    const wasShown = Boolean(queryClient.getQueryData(currentUserQueryOptions.queryKey));
    await syncSession(queryClient).catch(warn);
    if (hasSessionEnded() && !isTold) onEnd(wasShown);
    isTold = hasSessionEnded();
  };
  const stopHearing = onAuthEvent((event) => {
    // The event may come from another tab whose session is not stored for this one, so the storage decides.
    const synced = sync();
    if (event === 'USER_UPDATED')
      void synced.then(() => queryClient.invalidateQueries({ queryKey: keys.session.user }));
  });
  // That event may arrive before what the other tab wrote; this one tells that it has arrived. No key: all was cleared.
  const handleStorage = ({ key }: StorageEvent) => {
    if (key === null || key === SESSION_KEY) void sync();
  };
  window.addEventListener('storage', handleStorage);
  // What happened since `startSession`, or before it.
  void sync();
  return () => {
    window.removeEventListener('storage', handleStorage);
    stopHearing();
  };
}
