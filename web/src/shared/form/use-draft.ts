import { useCallback, useEffect, useRef, useState } from 'react';
import { useDebouncedCallback } from '@mantine/hooks';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { keepText } from '@/shared/backend/keep-text.ts';

const SAVE_DELAY = 300;

function readDraft(text: string | null): object | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    return typeof stored === 'object' && stored !== null ? stored : null;
  } catch {
    return null;
  }
}

/** The fields that differ from what the form began with, as text; null for none. */
function draftOf(values: FieldValues, initial: FieldValues): string | null {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name]),
  );
  return changed.length === 0 ? null : JSON.stringify(Object.fromEntries(changed));
}

/** Leaves fields as the draft of a form that is not open, for it to restore. */
export function leaveDraft(key: string, fields: FieldValues): void {
  keepText(key, JSON.stringify(fields));
}

/**
 * Saves the changed fields of a form as a draft in local storage under `key` (`draft_{kind}_{userId}_{id}`) and restores
 * them when the form mounts; the other fields keep the values of the form, which can be newer than the draft. All tabs
 * share the entry: the last one to type has it, and no tab removes the text of another. Returns whether it restored a
 * draft, and `clearDraft` for use after a successful submit. A null key disables drafts.
 */
export function useDraft<Values extends FieldValues, Transformed>(
  key: string | null,
  form: UseFormReturn<Values, unknown, Transformed>,
): { isRestored: boolean; clearDraft: () => void } {
  const { reset, getValues, subscribe, formState } = form;
  const initial = useRef<FieldValues>(formState.defaultValues ?? {});
  /** The draft of what stands in the form. */
  const present = useRef<string | null>(null);
  /** The stored text that this tab wrote or restored. */
  const known = useRef<string | null>(null);
  /** What was typed in this form and stored; null before that, and once it is sent. */
  const typed = useRef<string | null>(null);
  const isCleared = useRef(false);
  const [isRestored, setIsRestored] = useState(() => key !== null && readDraft(localStorage.getItem(key)) !== null);

  const remove = useCallback(() => {
    typed.current = null;
    if (key !== null && localStorage.getItem(key) === known.current) localStorage.removeItem(key);
  }, [key]);
  const store = useCallback(() => {
    if (key === null || isCleared.current) return;
    if (present.current === null) {
      remove();
      return;
    }
    keepText(key, present.current);
    known.current = present.current;
    typed.current = present.current;
  }, [key, remove]);
  // Flushes on unmount, so that closing the dialog right after typing loses nothing.
  const storeSoon = useDebouncedCallback(store, { delay: SAVE_DELAY, flushOnUnmount: true });

  useEffect(() => {
    if (key === null) return undefined;
    isCleared.current = false;
    typed.current = null;
    known.current = localStorage.getItem(key);
    const draft = readDraft(known.current);
    // The draft is merged over the defaults, so that a field added later keeps its default. A field that takes the focus
    // when the form opens is focused through its reference.
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true, keepFieldsRef: true });
    present.current = draftOf(getValues(), initial.current);
    if (present.current === null) remove();
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues }) => {
        initial.current = defaultValues ?? {};
        const draftNow = draftOf(values, initial.current);
        if (draftNow === present.current) return;
        present.current = draftNow;
        isCleared.current = false;
        storeSoon();
      },
    });
    // Another tab has sent or discarded text that it wrote over the text of this one, which still stands here.
    const handleStorage = (event: StorageEvent) => {
      const isOverwritten = typed.current !== null && typed.current !== event.oldValue;
      if (event.key === key && event.newValue === null && isOverwritten) store();
    };
    window.addEventListener('storage', handleStorage);
    return () => {
      unsubscribe();
      window.removeEventListener('storage', handleStorage);
    };
  }, [key, reset, getValues, subscribe, remove, store, storeSoon]);

  const clearDraft = useCallback(() => {
    isCleared.current = true;
    setIsRestored(false);
    remove();
  }, [remove]);
  return { isRestored, clearDraft };
}
