// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { AppError } from '@/shared/errors/app-error.ts';
import { tellOutcome } from './tell-outcome.ts';
import { dismissToast, useCurrentToast } from './toast.ts';

const shown = () => renderHook(() => useCurrentToast()).result.current;
const refused = () => Promise.reject(new AppError('Too late', { kind: 'rule', status: 400 }));

afterEach(() => dismissToast());

describe('the outcome of what was asked for', () => {
  test('the toast of a success has a title, title and message, or the returned text', async () => {
    await expect(tellOutcome(Promise.resolve(), { done: 'Saved' })).resolves.toBe(true);
    expect(shown()).toMatchObject({ title: 'Saved' });
    await tellOutcome(Promise.resolve(), { done: { title: 'Saved', message: 'All of it' } });
    expect(shown()).toMatchObject({ title: 'Saved', message: 'All of it' });
    await tellOutcome(Promise.resolve(3), { done: (count) => `${count} posts hidden` });
    expect(shown()).toMatchObject({ title: '3 posts hidden' });
    expect(shown()).not.toHaveProperty('kind');
  });

  test('the toast of a success is omitted when the page shows the result anyway', async () => {
    await expect(tellOutcome(Promise.resolve(), {})).resolves.toBe(true);
    expect(shown()).toBeNull();
  });

  test('the toast of a failure has the attempt and the sentence of the error', async () => {
    await expect(tellOutcome(refused(), { done: 'Saved', failed: 'Error saving' })).resolves.toBe(false);
    expect(shown()).toMatchObject({ title: 'Error saving', message: 'Too late', kind: 'destructive' });
    await tellOutcome(refused(), {});
    expect(shown()).toMatchObject({ title: 'Error', message: 'Too late', kind: 'destructive' });
  });

  test('the toast of a failure has its own sentence when the error says nothing to users', async () => {
    await tellOutcome(refused(), { failed: { title: 'Logout failed', message: 'Failed to logout' } });
    expect(shown()).toMatchObject({ title: 'Logout failed', message: 'Failed to logout', kind: 'destructive' });
  });
});
