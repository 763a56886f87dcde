import { describe, expect, test } from 'vitest';
import { AppError } from '@/shared/errors/app-error.ts';
import { createQueryClient, retryUnlessRefused } from './query-client.ts';

describe('the defaults of queries and mutations', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();

  test('queries do not refetch on window focus [A404]', () => expect(queries?.refetchOnWindowFocus).toBe(false));
  test('queries do not poll [A405]', () => expect(queries?.refetchInterval).toBe(false));
  test('queries keep an answer fresh for 300000 ms [A406]', () => expect(queries?.staleTime).toBe(300_000));
  test('queries keep an unused answer for 600000 ms [A407]', () => expect(queries?.gcTime).toBe(600_000));
  test('queries are retried once [A408]', () => expect(queries?.retry).toBe(1));
  test('mutations are retried once [A409]', () => expect(mutations?.retry).toBe(1));
  test('the query defaults are those of the specification [A544]', () => {
    expect(queries).toMatchObject({ staleTime: 300_000, gcTime: 600_000, retry: 1 });
  });
});

describe('retryUnlessRefused', () => {
  test('a 4xx answer is not retried', () => {
    expect(retryUnlessRefused(0, new AppError('No', { kind: 'rate-limit', status: 429 }))).toBe(false);
    expect(retryUnlessRefused(0, new AppError('No', { kind: 'unauthorized', status: 401 }))).toBe(false);
  });

  test('any other failure is retried once', () => {
    const failure = new AppError('Down', { kind: 'server', status: 503 });
    expect(retryUnlessRefused(0, failure)).toBe(true);
    expect(retryUnlessRefused(1, failure)).toBe(false);
    expect(retryUnlessRefused(0, new Error('odd'))).toBe(true);
  });
});
