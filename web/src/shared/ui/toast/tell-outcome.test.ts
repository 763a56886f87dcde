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
  test('is told by a title, by title and message, or by what came back', async () => {
    await expect(tellOutcome(Promise.resolve(), { done: 'Saved' })).resolves.toBe(true);
    expect(shown()).toMatchObject({ title: 'Saved' });
    await tellOutcome(Promise.resolve(), { done: { title: 'Saved', message: 'All of it' } });
    expect(shown()).toMatchObject({ title: 'Saved', message: 'All of it' });
    await tellOutcome(Promise.resolve(3), { done: (count) => `${count} posts hidden` });
    expect(shown()).toMatchObject({ title: '3 posts hidden' });
    expect(shown()).not.toHaveProperty('kind');
  });

  test('is not told where it shows anyway', async () => {
    await expect(tellOutcome(Promise.resolve(), {})).resolves.toBe(true);
    expect(shown()).toBeNull();
  });

  test('is what was tried and the sentence of the failure when it failed', async () => {
    await expect(tellOutcome(refused(), { done: 'Saved', failed: 'Error saving' })).resolves.toBe(false);
    expect(shown()).toMatchObject({ title: 'Error saving', message: 'Too late', kind: 'destructive' });
    await tellOutcome(refused(), {});
    expect(shown()).toMatchObject({ title: 'Error', message: 'Too late', kind: 'destructive' });
  });

  test('is a sentence of its own where the failure says nothing to people', async () => {
    await tellOutcome(refused(), { failed: { title: 'Logout failed', message: 'Failed to logout' } });
    expect(shown()).toMatchObject({ title: 'Logout failed', message: 'Failed to logout', kind: 'destructive' });
  });
});
