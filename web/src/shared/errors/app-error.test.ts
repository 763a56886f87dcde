import { describe, expect, test } from 'vitest';
import { AppError, NO_CONNECTION, toAppError } from './app-error.ts';

describe('the text of a failure', () => {
  test('the text of a failure is the message of a JSON answer [A475]', () => {
    expect(toAppError('{"message":"X"}', 400, 'Bad Request').message).toBe('X');
    expect(toAppError({ message: 'X', code: 'PT403', details: null, hint: null }).message).toBe('X');
    expect(toAppError({ msg: 'X', error_code: 'weak_password' }, 422).message).toBe('X');
    expect(toAppError({ statusCode: '413', error: 'Payload too large', message: 'X' }).message).toBe('X');
  });

  test('the text of a failure is the body of an answer that is no JSON [A476]', () => {
    expect(toAppError('boom', 500, 'Internal Server Error').message).toBe('boom');
    expect(toAppError('{"unknown":1}', 500, 'Internal Server Error').message).toBe('{"unknown":1}');
    expect(toAppError('"boom"', 500, 'Internal Server Error').message).toBe('"boom"');
  });

  test('the text of a failure is the status text of an empty answer [A477]', () => {
    expect(toAppError('', 502, 'Bad Gateway').message).toBe('Bad Gateway');
    expect(toAppError(undefined, 502, 'Bad Gateway').message).toBe('Bad Gateway');
  });

  test('the text of a failure falls back to a given sentence when nothing else says anything', () => {
    expect(toAppError('', 500, '', 'Login failed').message).toBe('Login failed');
    expect(toAppError(null, 500).message).toBe('Something went wrong');
    const silent = Object.assign(new Error('{}'), { name: 'AuthApiError', status: 400 });
    expect(toAppError(silent, 400, '', 'Failed to send reset email').message).toBe('Failed to send reset email');
  });
});

describe('the kind of a failure', () => {
  test.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [409, 'conflict'],
    [429, 'rate-limit'],
    [422, 'rule'],
    [503, 'server'],
  ] as const)('the failure of status %i is of the kind %s', (status, kind) => {
    expect(toAppError('', status, 'text').kind).toBe(kind);
  });

  test.each([
    ['42501', 'forbidden', 403],
    ['23505', 'conflict', 409],
    ['P0001', 'rule', 400],
    ['PGRST116', 'not-found', 404],
    ['PGRST301', 'unauthorized', 401],
    ['PT429', 'rate-limit', 429],
    ['PT403', 'forbidden', 403],
  ] as const)('the failure of database code %s is of the kind %s', (code, kind, status) => {
    const error = toAppError({ message: 'X', code, details: null, hint: null });
    expect(error).toMatchObject({ kind, status, code });
  });

  test('a failure is offline when no answer came', () => {
    expect(toAppError(new TypeError('Failed to fetch'))).toMatchObject({ kind: 'offline', status: 0 });
    const retryable = Object.assign(new Error('fetch failed'), { name: 'AuthRetryableFetchError', status: 0 });
    expect(toAppError(retryable, 0)).toMatchObject({ kind: 'offline', status: 0, message: NO_CONNECTION });
  });

  test.each([
    'Failed to fetch',
    'TypeError: Failed to fetch',
    'NetworkError when attempting to fetch resource.',
    'Load failed',
    'network error',
    'The network connection was lost.',
    'The Internet connection appears to be offline.',
    'Failed to fetch dynamically imported module: https://example.com/assets/x.js',
    'error loading dynamically imported module: https://example.com/assets/x.js',
    'Importing a module script failed.',
  ])('the browser error "%s" is shown in plain words', (words) => {
    expect(toAppError(new TypeError(words)).message).toBe('No connection. What you typed is kept.');
    expect(toAppError({ message: words, details: '', hint: '', code: '' }, 0, '').message).toBe(NO_CONNECTION);
  });

  test('the words of an answer are kept, even if they read like a browser error', () => {
    expect(toAppError({ message: 'Load failed' }, 503, 'Service Unavailable').message).toBe('Load failed');
  });

  test('a failure of unknown cause is a server failure', () => {
    expect(toAppError(new Error('odd'))).toMatchObject({ kind: 'server', status: 500, message: 'odd' });
    expect(toAppError(7)).toMatchObject({ kind: 'server', status: 500 });
  });
});

describe('the facts of a failure', () => {
  test('the details of a failure are the JSON detail of a database rule', () => {
    const error = toAppError({ message: 'Wait', code: 'PT429', details: '{"daysToWait":3}', hint: null });
    expect(error.details).toEqual({ daysToWait: 3 });
  });

  test('the details of a failure are the whole body of an /api answer', () => {
    const error = toAppError('{"message":"No","errors":[{"path":"price","message":"Bad"}]}', 400);
    expect(error.details).toEqual({ message: 'No', errors: [{ path: 'price', message: 'Bad' }] });
  });

  test('a failure that was translated before stays as it is', () => {
    const error = new AppError('X', { kind: 'rule', status: 400 });
    expect(toAppError(error, 500)).toBe(error);
  });
});
