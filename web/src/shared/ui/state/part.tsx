import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ErrorBoundary } from './error-boundary.tsx';

type PartProps = {
  /** A function, so that it runs, and can throw, within the boundary. */
  children: () => ReactNode;
  /** Replaces a part that throws; default: a sentence. */
  fallback?: ReactNode;
};

const Content = ({ children }: Pick<PartProps, 'children'>) => children();

function FailedPart() {
  const { t } = useLanguage();
  return <small>{t('This part could not be shown.')}</small>;
}

/** A part of a page with user content: if it throws, the rest of the page stays. */
export function Part({ children, fallback = <FailedPart /> }: PartProps) {
  return (
    <ErrorBoundary fallback={fallback}>
      <Content>{children}</Content>
    </ErrorBoundary>
  );
}

/** A list item with user content: if it throws, the other items stay. */
export function PartItem({ children, ...item }: PartProps & Omit<ComponentPropsWithoutRef<'li'>, 'children'>) {
  return (
    <li {...item}>
      <Part>{children}</Part>
    </li>
  );
}
