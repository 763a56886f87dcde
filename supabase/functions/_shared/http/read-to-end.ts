/** Milliseconds for which the rest of a body is waited for. */
const LINGER_MS = 30_000;

type Handler = (request: Request) => Response | Promise<Response>;

/**
 * A handler whose answers leave only when the body of the request has come to its end, read by the handler or not.
 * An answer that overtakes its request closes the connection while the client, or a gateway between, is still writing;
 * the failed write hides the answer from it (RFC 9112, 9.6).
 */
export const readToEnd =
  (handler: Handler): Handler =>
  async (request) => {
    if (!request.body) return handler(request);
    const sent = request.body.getReader();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await sent.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    });
    // Node asks for `duplex`, Deno's type does not know it.
    const replacement = { body, duplex: 'half' as const };
    try {
      return await handler(new Request(request, replacement));
    } finally {
      await discard(sent);
    }
  };

async function discard(sent: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const late = setTimeout(() => void sent.cancel(), LINGER_MS);
  try {
    while (!(await sent.read()).done);
  } catch {
    // The client has gone, and nobody waits for the answer.
  } finally {
    clearTimeout(late);
  }
}
