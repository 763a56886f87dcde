// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { QUOTES_FROM_START } from './quote-table.ts';
import { readAllQuotes } from './list-quotes.ts';

afterEach(() => vi.unstubAllGlobals());

const quote = (id: number, price_value: number | null) => ({
  id,
  price_value,
  status: 'pending',
  account_type: 'individual',
  post: null,
  supplier: { id: 1, username: 'bob' },
  owner: null,
  attachments: [],
});

/** A server of quotes, of which the newest is deleted after each answer, and the addresses that it was asked for. */
function serve(quotes: readonly ReturnType<typeof quote>[]) {
  const left = quotes.toSorted((one, other) => other.id - one.id);
  const asked: URL[] = [];
  vi.stubGlobal('fetch', async (input: Request | string) => {
    const url = new URL(input instanceof Request ? input.url : input, 'https://market.example');
    asked.push(url);
    const below = Number(/^lt\.(\d+)$/.exec(url.searchParams.get('id') ?? '')?.[1] ?? Infinity);
    const rows = left.filter(({ id }) => id < below).slice(0, Number(url.searchParams.get('limit')));
    left.shift();
    return Response.json(rows);
  });
  return asked;
}

test('an export holds all quotes, each once, also when there are many and some go meanwhile', async () => {
  const asked = serve(Array.from({ length: 10_600 }, (_, n) => quote(n + 1, null)));
  const read = await readAllQuotes('sent', 1, QUOTES_FROM_START);
  expect(read.map(({ id }) => id)).toEqual(Array.from({ length: 10_600 }, (_, n) => 10_600 - n));
  expect(asked).toHaveLength(22);
  expect(asked.filter((url) => url.searchParams.has('offset'))).toEqual([]);
});

test('an export keeps the order of the list, quotes without a value last', async () => {
  const prices = [quote(1, 10), quote(2, null), quote(3, 9), quote(4, 10), quote(5, null)];
  const exported = async (order: 'asc' | 'desc') => {
    serve(prices);
    const read = await readAllQuotes('received', 1, { ...QUOTES_FROM_START, sort: 'price', order });
    return read.map(({ id }) => id);
  };
  expect(await exported('asc')).toEqual([3, 4, 1, 5, 2]);
  expect(await exported('desc')).toEqual([4, 1, 3, 5, 2]);
});
