import { useEffect, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';

type UploadsOptions<Picked, Stored> = {
  value: readonly Stored[];
  onChange: (value: Stored[]) => void;
  onUploadingChange?: (isUploading: boolean) => void;
  upload: (picked: Picked) => Promise<Stored>;
  /** Called for a file whose upload finished after the form was closed. */
  discard: (stored: Stored) => Promise<void>;
};

type Outcome<Stored> = { stored: Stored[]; failures: unknown[] };

/**
 * Uploads picked files in parallel and adds the finished ones to the value of a form, in picking order; failed ones are
 * dropped. Returns the pending files and `start`, which resolves to what was uploaded and what failed.
 */
export function useUploads<Picked, Stored>({
  value,
  onChange,
  onUploadingChange,
  upload,
  discard,
}: UploadsOptions<Picked, Stored>) {
  const [pending, setPending] = useState<readonly Picked[]>([]);
  const { mutateAsync } = useMutation({ mutationFn: upload });
  // The latest value, because it can change while an upload runs.
  const current = useRef({ value, onChange, isMounted: false });
  const isUploading = pending.length > 0;

  useEffect(() => {
    current.current.value = value;
    current.current.onChange = onChange;
  }, [value, onChange]);

  useEffect(() => {
    const { current: latest } = current;
    latest.isMounted = true;
    return () => {
      latest.isMounted = false;
    };
  }, []);

  useEffect(() => {
    if (!isUploading) return undefined;
    onUploadingChange?.(true);
    return () => onUploadingChange?.(false);
  }, [isUploading, onUploadingChange]);

  const start = async (picked: readonly Picked[]): Promise<Outcome<Stored>> => {
    setPending((others) => [...others, ...picked]);
    const results = await Promise.allSettled(picked.map((file) => mutateAsync(file)));
    const stored = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    setPending((others) => others.filter((file) => !picked.includes(file)));
    const latest = current.current;
    if (!latest.isMounted) {
      await Promise.all(stored.map(discard));
      return { stored: [], failures: [] };
    }
    if (stored.length > 0) {
      latest.value = [...latest.value, ...stored];
      latest.onChange([...latest.value]);
    }
    return { stored, failures };
  };

  return { pending, isUploading, start };
}
