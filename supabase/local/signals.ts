/** npm forwards the signal of a Ctrl-C to a program that has already got it from the terminal; both are one press. */
const SAME_PRESS_MS = 250;

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];

/**
 * Calls `stop` on the first SIGINT or SIGTERM. For the second, the default handler of the system ends the process at
 * once, however busy it is.
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
}
