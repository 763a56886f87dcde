import { fieldErrorsOf } from '@/shared/errors/field-errors.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';

/**
 * Awaits a decision that takes a reason and reports the outcome in a toast. Resolves to whether it worked, or to the
 * error of the reason field; never throws.
 */
export async function tellReasoned(
  work: Promise<unknown>,
  { done, failed }: { done: string; failed: string },
): Promise<boolean | string> {
  try {
    await work;
    toast({ title: done });
    return true;
  } catch (error) {
    const [refused] = fieldErrorsOf(error);
    if (refused) return refused.message;
    tellFailure(failed, error);
    return false;
  }
}
