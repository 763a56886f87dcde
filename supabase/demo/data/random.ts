import { createHash } from 'node:crypto';

/** A random number generator that is deterministic for a seed. */
export interface Random {
  /** A number from `low` (inclusive) to `high` (exclusive). */
  between(low: number, high: number): number;
  /** An integer from `low` to `high`, both inclusive. */
  whole(low: number, high: number): number;
  /** True with probability `share` (0 to 1). */
  chance(share: number): boolean;
  /** One of the items. @throws if there are none @throws when there is none. */
  pick<T>(items: readonly T[]): T;
  /** The items, shuffled. */
  shuffle<T>(items: readonly T[]): T[];
}

/** Random numbers (mulberry32) that only depend on the seed text. */
export function randomOf(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between: (low, high) => low + next() * (high - low),
    whole,
    chance: (share) => next() < share,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new Error('Nothing to pick from');
      return item;
    },
    shuffle: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
  };
}

/** A valid UUID (version 8: custom) that only depends on its parts. */
export function stableUuid(...parts: readonly (string | number)[]): string {
  const hex = createHash('sha256')
    .update(['demo', ...parts].join('/'))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
