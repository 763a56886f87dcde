import { describe, expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { refusalToast } from './refusal-toast.ts';

describe('refusalToast', () => {
  test('the refusal toast is null when nothing was refused', () => {
    expect(refusalToast([], ENGLISH)).toBeNull();
  });

  test('the refusal toast has the title and text of a single refusal', () => {
    expect(refusalToast([{ title: 'File too large', text: 'a.png exceeds 5MB limit' }], ENGLISH)).toEqual({
      title: 'File too large',
      message: 'a.png exceeds 5MB limit',
      kind: 'destructive',
    });
  });

  test('the refusal toast joins several reasons in the one slot and repeats none', () => {
    const refusals = [
      { title: 'Invalid file type', text: 'a.txt is not an image file' },
      { title: 'Invalid file type', text: 'a.txt is not an image file' },
      { title: 'File too large', text: 'b.png exceeds 5MB limit' },
    ];
    expect(refusalToast(refusals, ENGLISH)).toMatchObject({
      title: 'Invalid file type',
      message: 'a.txt is not an image file; b.png exceeds 5MB limit',
    });
  });
});
