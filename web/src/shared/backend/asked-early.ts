/** A request that the start script (web/src/app/start-script.ts) made before the code of the page was there. */
interface AskedEarly {
  url: string;
  body: string | undefined;
  /** As whom it was asked. */
  authorization: string;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    askedEarly?: AskedEarly[];
  }
}

/** Later than this a request is made anew: what it asks for may have changed. */
const FRESH_MS = 30_000;

/**
 * The answer to a request that index.html has already made: same address, body and person. Each is given once, to the first that asks for
 * its address. null when there is none, when it is too old, and when the network failed: then the request is made as any other.
 */
export async function askedEarly(
  url: string,
  init: RequestInit | undefined,
  authorization: string,
): Promise<Response | null> {
  const early = globalThis.window?.askedEarly?.find((each) => each.url === url);
  if (!early) return null;
  window.askedEarly = window.askedEarly?.filter((each) => each !== early);
  if (early.body !== init?.body || early.authorization !== authorization || performance.now() > FRESH_MS) return null;
  const response = await early.answer.catch(() => null);
  init?.signal?.throwIfAborted();
  return response;
}
