/**
 * Loaded before an edge function, as the platform's own code is: tells it where to listen, which functions do not say, and ends it
 * when the server that started it is gone, even killed. The server holds the other end of standard input, which closes with it.
 */
const serve = Deno.serve;
Deno.serve = (handler) =>
  serve({ hostname: '127.0.0.1', port: Number(Deno.args[0]), onListen: () => undefined }, handler);

const untilParentEnds = async () => {
  const reader = Deno.stdin.readable.getReader();
  while (!(await reader.read()).done);
  Deno.exit(0);
};
// Deno begins with the function only when nothing is under way here; a timer without hold on the process does not count.
Deno.unrefTimer(setTimeout(untilParentEnds, 1_000));
