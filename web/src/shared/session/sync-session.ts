import type { QueryClient } from '@tanstack/react-query';
import { currentSession, hasSessionEnded, onAuthEvent } from '@/shared/backend/auth-session.ts';
import { SESSION_KEY } from '@/shared/backend/kept-session.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { awaitsSecondStep, currentUserQueryOptions } from './use-current-user.ts';
import { removeUserTraces } from './profile-copy.ts';

/** The user whose data the cache holds (null: a guest), and the work that filled it. */
type Filling = { authId: string | null; done: Promise<void> };
const fillings = new WeakMap<QueryClient, Filling>();

/** Loads the user, unless the second step of the sign-in is missing: `SessionWatcher` asks for it. */
async function loadUser(queryClient: QueryClient): Promise<void> {
  try {
    await queryClient.fetchQuery({ ...currentUserQueryOptions, retry: false, staleTime: 0 });
  } catch (error) {
    if (!awaitsSecondStep(error)) throw error;
  }
}

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
    await loadUser(queryClient);
  }
  await queryClient.resetQueries({ type: 'active', predicate: (query) => isForeign(query.queryKey) });
}

/** Refetches the user if the first read of this session failed. */
async function readMissingUser(queryClient: QueryClient, { authId, done }: Filling): Promise<void> {
  await done.catch(() => undefined);
  if (authId === null || queryClient.getQueryData(currentUserQueryOptions.queryKey)) return;
  await loadUser(queryClient);
}

/**
 * Makes the cache belong to the user of the stored session. If that is another user than before, it drops all cached
 * data, loads the user and refetches everything on screen. Resolves once the user is loaded.
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

/**
 * Starts to load the user before the first render: guests are known by then, users are on the way. From here on the
 * owner of the cache is known.
 */
export function startSession(queryClient: QueryClient): void {
  void syncSession(queryClient).catch(warn);
  void queryClient.prefetchQuery(currentUserQueryOptions);
}

/**
 * Follows Auth events of this tab and others. Returns the unsubscribe function.
 * @param onEnd called when the session of this tab ended by itself, with whether its user was on screen
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
    // The event can come from a tab with a session of its own, so the storage decides.
    const synced = sync();
    if (event === 'USER_UPDATED')
      void synced.then(() => queryClient.invalidateQueries({ queryKey: keys.session.user }));
  });
  // The Auth event can precede the other tab's write; a storage event follows it. A null key means that everything was
  // cleared.
  const handleStorage = ({ key }: StorageEvent) => {
    if (key === null || key === SESSION_KEY) void sync();
  };
  window.addEventListener('storage', handleStorage);
  // Catches up with changes before this subscription.
  void sync();
  return () => {
    window.removeEventListener('storage', handleStorage);
    stopHearing();
  };
}
