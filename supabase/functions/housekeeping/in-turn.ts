/**
 * Pause between two images, in milliseconds. Drawing blocks the event loop, so new requests are only read in the pauses;
 * a request arrives in many small steps, and with one step per image it would wait for as many images.
 */
const PAUSE_MS = 20;

type Work = () => Promise<void>;

/** Waiting work per user; the first user in the map has the next turn. */
const lines = new Map<string, Work[]>();
let isWorking = false;

async function workThroughLines(): Promise<void> {
  isWorking = true;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const [first] = lines;
    if (!first) break;
    const [person, line] = first;
    await line.shift()?.();
    // Move the user to the end of the line.
    lines.delete(person);
    if (line.length > 0) lines.set(person, line);
  }
  isWorking = false;
}

/**
 * Runs expensive work one after the other, round-robin by user, so that many images of one user do not delay those of
 * others. Fails as the work does.
 * @param end deadline in milliseconds since 1970: later the client has given up, which not every Deno reports
 * @returns null if the turn comes after `end`
 */
export function inTurn<T>(person: string, end: number, work: () => Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const begin = () => (Date.now() > end ? Promise.resolve(null) : work()).then(resolve, reject);
    const line = lines.get(person) ?? [];
    line.push(begin);
    lines.set(person, line);
    if (!isWorking) void workThroughLines();
  });
}
