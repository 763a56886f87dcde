import { toast } from './toast.ts';

/** Runs what an admin asked for and says how it ended; resolves to whether it is done, and never throws. */
export async function runWithToast<Output>(
  run: () => Promise<Output>,
  title: string | ((output: Output) => string),
  message?: string,
): Promise<boolean> {
  try {
    const output = await run();
    toast({ title: typeof title === 'string' ? title : title(output), message });
    return true;
  } catch (error) {
    toast({ title: 'Error', message: error instanceof Error ? error.message : undefined, kind: 'destructive' });
    return false;
  }
}
