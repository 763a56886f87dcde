/** A request that the start script (web/src/app/first-paint/start-script.ts) made before the page's code loaded. */
interface AskedEarly {
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
 * Takes the answer to a request that index.html already made with the same URL and user. Each answer is used
 * once, by the first request for its URL. null if there is none, it is too old, or the network failed; the caller then
 * makes the request.
 */
export async function askedEarly(
  url: string,
  init: RequestInit | undefined,
  authorization: string,
): Promise<Response | null> {
  const early = globalThis.window?.askedEarly?.find((each) => each.url === url);
  if (!early) return null;
  window.askedEarly = window.askedEarly?.filter((each) => each !== early);
  if (init?.body || early.authorization !== authorization || performance.now() > FRESH_MS) return null;
  const response = await early.answer.catch(() => null);
  init?.signal?.throwIfAborted();
  return response;
}
