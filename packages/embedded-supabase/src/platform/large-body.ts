/** Bytes of a body that is read at once. */
const SMALL = 64 * 1024;

/** Whether the body of a request can be larger than what is read at once, so that it needs a place to arrive. */
export const isLarge = (request: Request): request is Request & { body: ReadableStream<Uint8Array> } =>
  request.body !== null && !(Number(request.headers.get('content-length') ?? Infinity) <= SMALL);
