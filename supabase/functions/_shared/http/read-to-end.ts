/** Milliseconds to wait for the rest of a body. */
const LINGER_MS = 30_000;

type Handler = (request: Request) => Response | Promise<Response>;

/**
 * Wraps a handler so that its answer is only sent after the request body has been read to its end. An answer that
 * overtakes its request closes the connection while the client, or a gateway, is still writing; the failed write hides
 * the answer from it (RFC 9112, 9.6).
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
    // Node requires `duplex`, which is missing in Deno's type.
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
    // The client has disconnected.
  } finally {
    clearTimeout(late);
  }
}
