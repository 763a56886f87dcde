/** Given by hosted functions only. */
declare const EdgeRuntime: { waitUntil: (work: Promise<void>) => void } | undefined;

/**
 * Lets work go on after the answer has left, so that its duration tells the caller nothing. Failures are logged.
 * Hosted functions are kept alive for it; elsewhere the process lives on anyway.
 */
export function runAfterAnswer(work: () => Promise<void>): void {
  const running = work().catch((error: unknown) => console.error(error));
  if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(running);
}
