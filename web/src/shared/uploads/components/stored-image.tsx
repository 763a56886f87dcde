import { useState, type ComponentPropsWithoutRef, type ReactNode } from 'react';

type StoredImageProps = Omit<ComponentPropsWithoutRef<'img'>, 'src' | 'alt'> & {
  /** Addresses, each tried after the one before it has failed; null for none. */
  sources: readonly (string | null)[];
  /** Shown when none of them could be loaded. */
  fallback: ReactNode;
};

/** An image that somebody uploaded. Decorative: the link, button or row around it has the name. */
export function StoredImage({ sources, fallback, ...image }: StoredImageProps) {
  const [failures, setFailures] = useState(0);
  const source = sources.filter((address) => address !== null)[failures];
  if (!source) return fallback;
  return <img decoding="async" {...image} src={source} alt="" onError={() => setFailures(failures + 1)} />;
}
