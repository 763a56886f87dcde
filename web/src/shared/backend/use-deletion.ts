import type { QueryKey } from '@tanstack/react-query';
import { sendAgain } from './send-again.ts';
import { useWrite } from './use-write.ts';

/**
 * A mutation that deletes something. After a lost answer it asks again, and then finding nothing means deleted. Finding
 * nothing at once is a refusal: nothing, or something that the user may no longer see, was there before.
 * @param changed keys of the queries to refetch, also after a refusal
 */
export const useDeletion = <Input>(remove: (input: Input) => Promise<unknown>, changed: readonly QueryKey[]) =>
  useWrite(
    (input: Input) =>
      sendAgain(
        () => remove(input),
        ({ status }) => status === 404,
      ),
    changed,
    false,
  );
