/** npm forwards the signal of a Ctrl-C to a program that has already got it from the terminal; both are one press. */
const SAME_PRESS_MS = 250;

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];

const LOOK_MS = 250;

/**
 * Calls `stop` on the first SIGINT or SIGTERM. For the second, the default handler of the system ends the process at
 * once, however busy it is. Under npm, the end of the parent counts as SIGTERM: npm runs a script in a shell, and passes
 * its own signal to that shell only.
 */
export function stopOnSignal(stop: (signal: NodeJS.Signals) => void): void {
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      for (const name of SIGNALS) process.off(name, onSignal);
    }, SAME_PRESS_MS);
    stop(signal);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) onSignal('SIGTERM');
  }, LOOK_MS).unref();
}
