import { isRefusal, toAppError, type AppError } from '@/shared/errors/app-error.ts';
import { retryDelay } from './retry-delay.ts';

/**
 * Sends a write, and once more if no answer came; a refusal is final. The first request can have arrived, so that the
 * second is refused only because nothing is left to do. For a mutation that does not retry itself. Throws an AppError.
 * @param hasArrived whether the refusal of the second request means that the first has arrived
 */
export async function sendAgain<Output>(
  send: () => Promise<Output>,
  hasArrived: (refusal: AppError) => boolean | Promise<boolean>,
): Promise<Output | undefined> {
  try {
    return await send();
  } catch (lost) {
    if (isRefusal(lost)) throw lost;
  }
  await new Promise((resolve) => setTimeout(resolve, retryDelay(0)));
  try {
    return await send();
  } catch (error) {
    if (!isRefusal(error) || !(await hasArrived(toAppError(error)))) throw error;
    return undefined;
  }
}
