import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ErrorBoundary } from './error-boundary.tsx';

type PartProps = {
  /** A function, so that it fails within the boundary, not where it is written. */
  children: () => ReactNode;
  /** What can be shown when the rest fails; a sentence if nothing can. */
  fallback?: ReactNode;
};

const Content = ({ children }: Pick<PartProps, 'children'>) => children();

function FailedPart() {
  const { t } = useLanguage();
  return <small>{t('This part could not be shown.')}</small>;
}

/** A part of a page that shows what users wrote: when it cannot be shown, the page around it stays. */
export function Part({ children, fallback = <FailedPart /> }: PartProps) {
  return (
    <ErrorBoundary fallback={fallback}>
      <Content>{children}</Content>
    </ErrorBoundary>
  );
}

/** An item of a list that shows what users wrote: when it cannot be shown, the others stay. */
export function PartItem({ children, ...item }: PartProps & Omit<ComponentPropsWithoutRef<'li'>, 'children'>) {
  return (
    <li {...item}>
      <Part>{children}</Part>
    </li>
  );
}
