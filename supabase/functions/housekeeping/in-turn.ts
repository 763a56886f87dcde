/**
 * Nothing else happens while an image is drawn, so between two it is learned who has come. In milliseconds: a request arrives in many small
 * steps, and with one step a picture it would wait for as many pictures.
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
    // Behind everybody else.
    lines.delete(person);
    if (line.length > 0) lines.set(person, line);
  }
  isWorking = false;
}

/**
 * Does dear work one after the other, of each person one before the second of any: many images of one do not keep those of others
 * waiting. Null where the turn comes after `end`, in milliseconds since 1970: by then nobody waits any more, and not every Deno tells
 * that a client has gone. Fails as the work does.
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
