import { useCallback, useEffect, useRef, useState } from 'react';
import { useDebouncedCallback } from '@mantine/hooks';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

const SAVE_DELAY = 300;

function readDraft(key: string): object | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return typeof stored === 'object' && stored !== null ? stored : null;
  } catch {
    return null;
  }
}

/**
 * Saves form input as a draft in local storage under `key` (`draft_{kind}_{userId}_{id}`) and restores it when the form
 * mounts. Returns whether it restored one, and `clearDraft` for use after a successful submit. A null key disables
 * drafts.
 */
export function useDraft<Values extends FieldValues, Transformed>(
  key: string | null,
  form: UseFormReturn<Values, unknown, Transformed>,
): { isRestored: boolean; clearDraft: () => void } {
  const { reset, getValues, subscribe } = form;
  const isCleared = useRef(false);
  const [isRestored, setIsRestored] = useState(() => key !== null && readDraft(key) !== null);
  const save = useDebouncedCallback(
    (values: Values) => {
      if (key !== null && !isCleared.current) localStorage.setItem(key, JSON.stringify(values));
    },
    // Flushes on unmount, so that closing the dialog right after typing loses nothing.
    { delay: SAVE_DELAY, flushOnUnmount: true },
  );

  useEffect(() => {
    if (key === null) return undefined;
    isCleared.current = false;
    const draft = readDraft(key);
    // The draft is merged over the defaults, so that a field added later keeps its default. A field that takes the focus
    // when the form opens is focused through its reference.
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true, keepFieldsRef: true });
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (isDirty === false) return;
        isCleared.current = false;
        save(values);
      },
    });
  }, [key, reset, getValues, subscribe, save]);

  const clearDraft = useCallback(() => {
    isCleared.current = true;
    setIsRestored(false);
    if (key !== null) localStorage.removeItem(key);
  }, [key]);
  return { isRestored, clearDraft };
}
