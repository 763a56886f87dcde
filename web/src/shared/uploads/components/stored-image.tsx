import { useState, type ComponentPropsWithoutRef, type ReactNode } from 'react';

type StoredImageProps = Omit<ComponentPropsWithoutRef<'img'>, 'src' | 'alt'> & {
  /** URLs, tried in order until one loads; null entries are skipped. */
  sources: readonly (string | null)[];
  /** Shown if none could be loaded. */
  fallback: ReactNode;
};

/** A user-uploaded image. Decorative: the surrounding link, button or row has the name. */
export function StoredImage({ sources, fallback, ...image }: StoredImageProps) {
  const [failures, setFailures] = useState(0);
  const source = sources.filter((address) => address !== null)[failures];
  if (!source) return fallback;
  return <img decoding="async" {...image} src={source} alt="" onError={() => setFailures(failures + 1)} />;
}
