/** The terms of a price: an Incoterm or an older trade term, and whether tax is included; null if a text says nothing. */
export type Terms = { incoterm: string | null; tax: 'included' | 'excluded' | null };

export const NO_TERMS: Terms = { incoterm: null, tax: null };

/** A pattern anchored at the start of a word, without lookbehind, which Safari before 16.4 does not support. */
const bounded = (pattern: string) => new RegExp(`(^|[^\\p{L}])(?:${pattern})`, 'giu');

const INCOTERM = String.raw`(exw|ex[ -]?works|ex[ -]?factory|fca|fas|fob|cfr|cnf|c&f|cif|cip|cpt|dap|dat|dpu|ddp|ddu)(?!\p{L})`;
/** A named place after the term, as in "CIF Hamburg", up to the end of the text. */
const NAMED_PLACE = String.raw`(?:\s+((?!(?:per|each|every|a|an|mỗi|and|or|và|hoặc)\s)\p{L}[\p{L} .'’-]*?)\s*(?=[,;)]|$))?`;
const TERM = bounded(INCOTERM + NAMED_PLACE);

const TAX = String.raw`(?:\d{1,2}(?:[.,]\d)?\s?%\s*)?(?:(?:thuế )?(?:vat|gtgt)|gst|(?:sales )?tax(?:es)?|thuế)(?!\p{L}|\s+(?:invoice|code|id|number|no\.?)(?!\p{L}))(?:\s*\d{1,2}(?:[.,]\d)?\s?%)?`;
const WITHOUT = String.raw`plus|excl(?:\.|uding|usive of|uded)?|ex\.?|w\/o|without|before|not incl(?:\.|uding|uded)?|chưa(?: bao)?(?: gồm| có| tính)?|không(?: bao)? (?:gồm|có|tính)|trước`;
const WITH = String.raw`incl(?:\.|uding|usive of|uded)?|inc\.?|with|after|(?:đã )?(?:bao gồm|gồm(?: cả)?|có|tính)|đã|sau`;

/** Phrases about tax. Negations come first: "VAT not included" contains "included". */
const TAXES: readonly (readonly [pattern: RegExp, tax: 'included' | 'excluded'])[] = [
  [new RegExp(`(\\s*)\\+\\s*${TAX}`, 'giu'), 'excluded'],
  [bounded(`(?:${WITHOUT})\\s*${TAX}`), 'excluded'],
  [bounded(`${TAX}\\s*(?:excl(?:\\.|uded|usive)?|extra|not incl(?:\\.|uded)?)(?!\\p{L})`), 'excluded'],
  [bounded(`(?:${WITH})\\s*${TAX}`), 'included'],
  [bounded(`${TAX}\\s*(?:incl(?:\\.|uded|usive)?|inc|paid)(?!\\p{L})`), 'included'],
];

/** Canonical spelling of each term: "C&F" is CFR, "ex works" EXW. */
function termOf(written: string): string {
  const term = written.toUpperCase();
  if (term === 'CNF' || term === 'C&F') return 'CFR';
  return /^EX[ -]?[WF]\w/.test(term) ? 'EXW' : term;
}

/** Joins several terms, which then match no others: "CIF/FOB". */
export const together = (...terms: (string | null)[]): string | null =>
  [...new Set(terms.flatMap((term) => term?.split('/') ?? []))].sort().join('/') || null;

/** The terms of a text and its remaining content. `isFirst` if a term precedes every number, so that a place can follow it. */
type ReadTerms = { terms: Terms; rest: string; isFirst: boolean };

/**
 * Extracts the trade terms of a text.
 * @param isMoney whether a text starts with a currency and so is not a named place: "12 FOB USD"
 * @param isProse whether only capitals count as terms, as in a description, where "cif" can mean anything
 */
export function readTerms(text: string, isMoney: (text: string) => boolean = () => false, isProse = false): ReadTerms {
  const taxes = new Set<'included' | 'excluded'>();
  const incoterms = new Set<string>();
  let isFirst = false;
  let rest = text;
  for (const [pattern, tax] of TAXES) {
    rest = rest.replace(pattern, (_match, before: string) => {
      taxes.add(tax);
      return `${before} `;
    });
  }
  rest = rest.replace(TERM, (match, before: string, written: string, place: string | undefined, at: number) => {
    // "dat" is a Vietnamese word.
    if (written === 'dat' || (isProse && written !== written.toUpperCase())) return match;
    incoterms.add(termOf(written));
    isFirst ||= !/\d/.test(rest.slice(0, at));
    return place !== undefined && isMoney(place) ? `${before} ${place}` : `${before} `;
  });
  const plain = rest
    .replace(/\(\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const [tax = null] = taxes.size === 1 ? taxes : [];
  return { terms: { incoterm: together(...incoterms), tax }, rest: plain, isFirst };
}

const TAX_WORDS = { included: 'tax included', excluded: 'tax excluded' };

/** The terms of a price in words: "FOB", "tax excluded". */
export const sayTerms = ({ incoterm, tax }: Terms): string[] => [
  ...(incoterm === null ? [] : [incoterm]),
  ...(tax === null ? [] : [TAX_WORDS[tax]]),
];
