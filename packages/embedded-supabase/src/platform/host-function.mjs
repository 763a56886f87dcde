/**
 * Loaded before an edge function, like the platform's own code: sets the port, which functions do not choose, and exits
 * when the server that started it is gone, even if it was killed. The server holds the other end of standard input,
 * which closes with it.
 */
const serve = Deno.serve;
Deno.serve = (handler) =>
  serve({ hostname: '127.0.0.1', port: Number(Deno.args[0]), onListen: () => undefined }, handler);

const untilParentEnds = async () => {
  const reader = Deno.stdin.readable.getReader();
  while (!(await reader.read()).done);
  Deno.exit(0);
};
// Deno only runs the function when no work is pending here; an unref'ed timer does not count.
Deno.unrefTimer(setTimeout(untilParentEnds, 1_000));
