import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { reachedFrom } from './only-through.ts';
import { pageSources } from './project-files.mjs';

/** Above this number of files a feature is cut into rooms by subject (ARCHITECTURE.md, "Code map"). */
const ROOM_MAX = 25;

const FEATURE = /^features\/(?:admin\/)?[^/]+/;
const sources = pageSources().filter(({ file }) => FEATURE.test(file));
const features = new Set(sources.map(({ file }) => FEATURE.exec(file)?.[0] ?? ''));

const roomsUsed = ({ file, text }: (typeof sources)[number]) =>
  [...text.matchAll(/(?:from |import\()'(\.[^']+|@\/[^']+)'/g)].map(([, path = '']) =>
    posix.dirname(path.startsWith('@/') ? path.slice(2) : posix.join(posix.dirname(file), path)),
  );

/** Whether a room reaches itself through other rooms. */
const isInCircle = (uses: ReadonlyMap<string, ReadonlySet<string>>, room: string) =>
  reachedFrom(uses.get(room) ?? [], (next) => uses.get(next) ?? []).has(room);

test.each([...features])('the rooms of %s are small, and imports between them run in no circle', (feature) => {
  const uses = new Map<string, Set<string>>();
  const sizes = new Map<string, number>();
  for (const source of sources.filter(({ file }) => file.startsWith(`${feature}/`))) {
    const room = posix.dirname(source.file);
    const others = roomsUsed(source).filter((used) => used !== room && `${used}/`.startsWith(`${feature}/`));
    uses.set(room, new Set([...(uses.get(room) ?? []), ...others]));
    sizes.set(room, (sizes.get(room) ?? 0) + 1);
  }
  expect([...uses.keys()].filter((room) => isInCircle(uses, room))).toEqual([]);
  expect([...sizes].filter(([, size]) => size > ROOM_MAX)).toEqual([]);
});
