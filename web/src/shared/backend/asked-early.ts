/** A request that was made before the page's code loaded (web/src/app/first-paint/ask-early.ts). */
interface AskedEarly {
  method: string;
  url: string;
  /** The `Authorization` header it was made with. */
  authorization: string;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    askedEarly?: AskedEarly[];
  }
}

/** An older answer can be stale, so the request is made again. */
const FRESH_MS = 30_000;

/**
 * Takes the answer to a request that was already made with the same method, URL and user. Each answer is used
 * once, by the first request for its URL. null if there is none, it is too old, or the network failed; the caller then
 * makes the request.
 */
export async function askedEarly(
  url: string,
  init: RequestInit | undefined,
  authorization: string,
): Promise<Response | null> {
  const early = globalThis.window?.askedEarly?.find(
    (each) => each.url === url && each.method === (init?.method ?? 'GET'),
  );
  if (!early) return null;
  window.askedEarly = window.askedEarly?.filter((each) => each !== early);
  if (init?.body || early.authorization !== authorization || performance.now() > FRESH_MS) return null;
  const response = await early.answer.catch(() => null);
  init?.signal?.throwIfAborted();
  return response;
}
