import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

/**
 * An admin action on an account. A refusal is not retried; either way all queries about users are refetched.
 * @param retry false if a repeat after a lost answer could only be refused
 */
export const useUserAction = <Input, Output>(
  run: (input: Input) => Promise<Output>,
  retry: false | typeof retryUnlessRefused = retryUnlessRefused,
) => useWrite(run, [keys.adminUsers.all, keys.auditLog.all], retry);
