import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

/** An action of an admin on an account. A refusal is final; either way everything about users is read again. */
export const useUserAction = <Input, Output>(run: (input: Input) => Promise<Output>) =>
  useWrite(run, [keys.adminUsers.all, keys.auditLog.all], retryUnlessRefused);
