import { expect, test } from 'vitest';
import { requestStateOf } from './request-state.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const post = { isHidden: false, closedAt: null, quoteDeadline: null };

test('a request is open until its deadline or its owner ends it', () => {
  expect(requestStateOf({ postId: 1, post }, NOW)).toBe('open');
  expect(requestStateOf({ postId: 1, post: { ...post, quoteDeadline: '2026-11-22T12:00:01Z' } }, NOW)).toBe('open');
  expect(requestStateOf({ postId: 1, post: { ...post, quoteDeadline: '2026-11-22T12:00:00Z' } }, NOW)).toBe('late');
  expect(requestStateOf({ postId: 1, post: { ...post, closedAt: '2026-11-20T00:00:00Z' } }, NOW)).toBe('closed');
});

test('a hidden request is no open one, and its supplier cannot even read it', () => {
  expect(requestStateOf({ postId: 1, post: { ...post, isHidden: true } }, NOW)).toBe('hidden');
  expect(requestStateOf({ postId: 1, post: null }, NOW)).toBe('hidden');
  expect(requestStateOf({ postId: null, post: null }, NOW)).toBe('deleted');
});
