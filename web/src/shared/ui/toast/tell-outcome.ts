import { toAppError } from '@/shared/errors/app-error.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { toast, type ToastOptions } from './toast.ts';

type Text = Omit<ToastOptions, 'kind'>;

type Outcome<Output> = {
  /** What to say when it worked: a title, or title and message; nothing where the screen says it already. */
  done?: string | Text | ((output: Output) => string | Text);
  /** What was tried, above the sentence of the failure; or all that is said of a failure. */
  failed?: string | Text;
};

const textOf = (text: string | Text): Text => (typeof text === 'string' ? { title: text } : text);

/** Says in a toast that something failed: what was tried, and the sentence of the failure. */
export function tellFailure(failed: string | Text, error: unknown): void {
  toast({ message: toAppError(error).message, ...textOf(failed), kind: 'destructive' });
}

/** Waits for what a person asked for and says in a toast how it ended. Resolves to whether it worked; never throws. */
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
