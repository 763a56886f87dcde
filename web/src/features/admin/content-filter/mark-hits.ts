import type { ContentVerdict } from '@domain/content-filter.ts';

type Hit = ContentVerdict['hits'][number];

/** A stretch of the tested text with the hits that cover it, numbered from 1 in list order. */
export type MarkedPart = { text: string; hits: readonly (Hit & { nr: number })[] };

/** Splits a text where hits begin and end; hits can overlap. Positions count characters, not UTF-16 units. */
export function markHits(text: string, hits: readonly Hit[]): MarkedPart[] {
  const characters = [...text];
  const numbered = hits.map((hit, index) => ({ ...hit, nr: index + 1 }));
  const cuts = new Set([0, characters.length]);
  for (const { start, length } of hits) {
    cuts.add(start - 1);
    cuts.add(Math.min(start - 1 + length, characters.length));
  }
  const ordered = [...cuts].sort((a, b) => a - b);
  return ordered.slice(0, -1).map((from, index) => ({
    text: characters.slice(from, ordered[index + 1]).join(''),
    hits: numbered.filter(({ start, length }) => start - 1 <= from && from < start - 1 + length),
  }));
}
