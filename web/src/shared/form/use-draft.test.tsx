import { act, renderHook } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDraft } from './use-draft.ts';

const KEY = 'draft_revision_1_5';
const QUOTE = { price: '12', days: '30', files: ['a.pdf'] };
const EMPTY = { price: '', days: '', files: [] as string[] };

const stored = () => localStorage.getItem(KEY);

/** A form that a tab opens with these values. */
function open(defaultValues = QUOTE) {
  const { result, unmount } = renderHook(() => {
    const form = useForm({ defaultValues });
    return { form, isDirty: form.formState.isDirty, draft: useDraft(KEY, form) };
  });
  return {
    values: () => result.current.form.getValues(),
    isDirty: () => result.current.isDirty,
    isRestored: () => result.current.draft.isRestored,
    type: (name: 'price' | 'days', text: string) =>
      act(() => {
        result.current.form.setValue(name, text, { shouldDirty: true });
        vi.runAllTimers();
      }),
    typeFast: (name: 'price' | 'days', text: string) =>
      act(() => result.current.form.setValue(name, text, { shouldDirty: true })),
    send: () => act(() => result.current.draft.clearDraft()),
    empty: () =>
      act(() => {
        result.current.form.reset(defaultValues, { keepFieldsRef: true });
        vi.runAllTimers();
      }),
    close: () => act(unmount),
  };
}

/** Runs what ends the draft of one tab; the browser tells the other tabs. */
function endInOneTab(end: () => void) {
  const oldValue = stored();
  end();
  if (stored() === oldValue) return;
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: KEY, oldValue, newValue: stored() }));
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

test('a draft brings back what was typed; a field that was changed elsewhere since keeps its new value', () => {
  const form = open();
  form.type('days', '14');
  form.close();
  const later = open({ price: '10', days: '30', files: ['a.pdf', 'b.pdf'] });
  expect(later.values()).toEqual({ price: '10', days: '14', files: ['a.pdf', 'b.pdf'] });
  expect([later.isRestored(), later.isDirty()]).toEqual([true, true]);
});

test('a draft brings back what was typed into a field that was changed elsewhere too', () => {
  const form = open();
  form.type('price', '11');
  form.close();
  expect(open({ ...QUOTE, price: '10' }).values().price).toBe('11');
});

test('a field that was emptied is brought back empty', () => {
  const form = open();
  form.type('price', '');
  form.close();
  expect(open().values()).toEqual({ ...QUOTE, price: '' });
});

test('a restored draft is kept whole when more is typed', () => {
  const form = open();
  form.type('days', '14');
  form.close();
  const later = open();
  later.type('price', '11');
  later.close();
  expect(open().values()).toEqual({ price: '11', days: '14', files: ['a.pdf'] });
});

test('what is typed back to what it was leaves no draft, also in the moment before the form closes', () => {
  const form = open();
  form.type('price', '11');
  form.typeFast('price', '12');
  form.close();
  expect(stored()).toBeNull();
  expect(open().isRestored()).toBe(false);
});

test('a draft that says what is stored by now is removed when the form opens', () => {
  const form = open();
  form.type('price', '11');
  form.close();
  const later = open({ ...QUOTE, price: '11' });
  expect(later.isDirty()).toBe(false);
  expect(stored()).toBeNull();
});

test('a draft of an earlier version, with all fields, is restored as it is', () => {
  localStorage.setItem(KEY, JSON.stringify({ price: '11', days: '14', files: ['old.pdf'] }));
  const form = open();
  expect(form.values()).toEqual({ price: '11', days: '14', files: ['old.pdf'] });
  form.send();
  expect(stored()).toBeNull();
});

test('what is sent leaves no draft, and neither does emptying the form afterwards', () => {
  const form = open(EMPTY);
  form.type('price', '11');
  form.typeFast('days', '14');
  form.send();
  form.empty();
  form.close();
  expect(stored()).toBeNull();
});

test.each([
  ['sends', (tab: ReturnType<typeof open>) => tab.send()],
  ['undoes', (tab: ReturnType<typeof open>) => tab.type('price', '')],
])('a tab that %s its text keeps the newer text of another tab', (_, end) => {
  const [first, second] = [open(EMPTY), open(EMPTY)];
  first.type('price', '11');
  second.type('price', '99');
  endInOneTab(() => end(first));
  expect(stored()).toBe('{"price":"99"}');
});

test.each([
  ['sends', (tab: ReturnType<typeof open>) => tab.send()],
  ['undoes', (tab: ReturnType<typeof open>) => tab.type('price', '')],
])('a tab that %s its text leaves the older text that stands in another tab', (_, end) => {
  const [first, second] = [open(EMPTY), open(EMPTY)];
  second.type('price', '99');
  first.type('price', '11');
  endInOneTab(() => end(first));
  expect(stored()).toBe('{"price":"99"}');
  second.send();
  expect(stored()).toBeNull();
});

test('a draft that two tabs show is gone once one of them has sent it', () => {
  const before = open(EMPTY);
  before.type('price', '11');
  before.close();
  const [first, second] = [open(EMPTY), open(EMPTY)];
  endInOneTab(() => first.send());
  second.close();
  expect(stored()).toBeNull();
});
