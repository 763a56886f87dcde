import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

/**
 * An admin action on hidden posts. A refusal is not retried; either way posts, quotes, owners and the log are
 * refetched.
 * @param retry false if a repeat after a lost answer could only be refused
 */
export const useModeration = <Input, Output>(
  run: (input: Input) => Promise<Output>,
  retry: false | typeof retryUnlessRefused = retryUnlessRefused,
) => useWrite(run, [keys.posts.all, keys.quotes.all, keys.users.profiles, keys.auditLog.all], retry);
