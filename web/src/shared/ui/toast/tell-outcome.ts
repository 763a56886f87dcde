import { toAppError } from '@/shared/errors/app-error.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { toast, type ToastOptions } from './toast.ts';

type Text = Omit<ToastOptions, 'kind'>;

type Outcome<Output> = {
  /** Success message: a title, or title and message; none if the screen already shows the result. */
  done?: string | Text | ((output: Output) => string | Text);
  /** The failed action, above the message of the failure; or the complete error text. */
  failed?: string | Text;
};

const textOf = (text: string | Text): Text => (typeof text === 'string' ? { title: text } : text);

/** Shows a toast about a failure: the failed action and the message of the error. */
export function tellFailure(failed: string | Text, error: unknown): void {
  toast({ message: toAppError(error).message, ...textOf(failed), kind: 'destructive' });
}

/** Awaits a user action and reports its outcome in a toast. Resolves to whether it worked; never throws. */
export async function tellOutcome<Output>(
  work: Promise<Output>,
  { done, failed = msg('Error') }: Outcome<Output>,
): Promise<boolean> {
  try {
    const output = await work;
    if (done !== undefined) toast(textOf(typeof done === 'function' ? done(output) : done));
    return true;
  } catch (error) {
    tellFailure(failed, error);
    return false;
  }
}
