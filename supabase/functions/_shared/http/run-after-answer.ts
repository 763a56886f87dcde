/** Only hosted functions have it. */
declare const EdgeRuntime: { waitUntil: (work: Promise<void>) => void } | undefined;

/**
 * Runs work after the answer is sent, so that its duration reveals nothing to the caller. Failures are logged. Hosted
 * functions are kept alive for it; elsewhere the process keeps running anyway.
 */
export function runAfterAnswer(work: () => Promise<void>): void {
  const running = work().catch((error: unknown) => console.error(error));
  if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(running);
}
