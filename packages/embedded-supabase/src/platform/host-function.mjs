/**
 * Loaded before an edge function, like the platform's own code: sets the port, which functions do not choose, tells the
 * server that it is alive, takes work that goes on after an answer, and exits when that is done and the server that
 * started it is stopping or gone, even if it was killed. The server holds the other end of standard input, which closes
 * with it.
 */
const serve = Deno.serve;
const server = { hostname: '127.0.0.1', port: Number(Deno.args[0]) };
const alive = `http://${server.hostname}:${server.port}/-/alive`;
Deno.serve = (handler) =>
  serve({ ...server, onListen: () => undefined }, (request, info) =>
    request.url === alive ? new Response() : handler(request, info),
  );

/** Work after answers, as hosted functions hand it over. */
const afterAnswers = new Set();
globalThis.EdgeRuntime = {
  /** @param {Promise<unknown>} work */
  waitUntil(work) {
    const ended = work.then(
      () => undefined,
      () => undefined,
    );
    afterAnswers.add(ended);
    void ended.then(() => afterAnswers.delete(ended));
  },
};

// A Ctrl-C in a terminal, and some supervisors, also reach this process; the server decides when it ends.
const signals = Deno.build.os === 'windows' ? ['SIGINT'] : ['SIGINT', 'SIGTERM'];
if (Deno.args[1] !== 'watch') for (const signal of signals) Deno.addSignalListener(signal, () => undefined);

const untilParentEnds = async () => {
  const reader = Deno.stdin.readable.getReader();
  while (!(await reader.read()).done);
  await Promise.all(afterAnswers);
  Deno.exit(0);
};
// Deno only runs the function when no work is pending here; an unref'ed timer does not count.
Deno.unrefTimer(setTimeout(untilParentEnds, 1_000));
