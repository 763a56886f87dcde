import { expect, test } from 'vitest';
import { postgrestStatus } from './request-errors.ts';

test.for([
  ['25006', 405, 'a function that writes, by GET'],
  ['57014', 503, 'a statement that took too long'],
  ['40P01', 503, 'the victim of a deadlock'],
  ['54001', 400, 'more levels of nesting than Postgres has'],
  ['23514', 400, 'a broken constraint'],
  ['28000', 403, 'a role that may not'],
  ['53300', 503, 'too many connections'],
  ['PGRST003', 504, 'no connection in time'],
  ['XX000', 500, 'a fault of Postgres'],
] as const)('SQLSTATE %s is answered with %i: %s', ([code, status]) => {
  expect(postgrestStatus(code)).toBe(status);
});
