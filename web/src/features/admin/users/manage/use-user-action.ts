import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

/** An admin action on an account. A refusal is not retried; either way all queries about users are refetched. */
export const useUserAction = <Input, Output>(run: (input: Input) => Promise<Output>) =>
  useWrite(run, [keys.adminUsers.all, keys.auditLog.all], retryUnlessRefused);
