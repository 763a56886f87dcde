import { expect, test } from 'vitest';
import { parseInput } from './input.ts';
import { refusals } from '../../../tests/support/refusals.ts';
import { messageBodySchema, messageEditSchema, messageFormSchema } from './message.ts';

const errorOf = (body: unknown) => {
  const parsed = parseInput(messageBodySchema, body);
  return parsed.ok ? null : parsed.errors[0];
};

test('a message takes 1 to 2000 characters, without leading and trailing blanks', () => {
  expect(parseInput(messageBodySchema, { content: ' Hello \n' })).toEqual({
    ok: true,
    data: { content: 'Hello', attachments: [], clientId: null },
  });
  expect(errorOf({ content: ' \n' })).toEqual({ path: 'content', message: 'Message is required' });
  expect(errorOf({})).toEqual({ path: 'content', message: 'Message is required' });
  expect(errorOf({ content: 'x'.repeat(2000) })).toBeNull();
  expect(errorOf({ content: 'x'.repeat(2001) })).toEqual({ path: 'content', message: 'Message too long' });
  expect(parseInput(messageEditSchema, { content: '' })).toMatchObject({ ok: false });
});

test('a message takes at most five attachments and a client id that is a uuid', () => {
  const file = { path: 'a/b.pdf', name: 'b.pdf' };
  expect(errorOf({ content: 'x', attachments: Array(5).fill(file) })).toBeNull();
  expect(errorOf({ content: 'x', attachments: Array(6).fill(file) })).toMatchObject({ path: 'attachments' });
  expect(refusals(messageFormSchema, { content: 'x', attachments: [] })).toEqual([]);
  expect(refusals(messageFormSchema, { content: 'x', attachments: Array(6).fill(file) })).toHaveLength(1);
  expect(errorOf({ content: 'x', clientId: 'one' })).toMatchObject({ path: 'clientId' });
});
