import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ErrorBoundary } from './error-boundary.tsx';

type PartProps = {
  /** A function, so that it runs, and fails, within the boundary. */
  children: () => ReactNode;
  /** Replaces a part that fails; by default a sentence. */
  fallback?: ReactNode;
};

const Content = ({ children }: Pick<PartProps, 'children'>) => children();

function FailedPart() {
  const { t } = useLanguage();
  return <small>{t('This part could not be shown.')}</small>;
}

/** A part of a page that shows content of users: if it fails, the page around it stays. */
export function Part({ children, fallback = <FailedPart /> }: PartProps) {
  return (
    <ErrorBoundary fallback={fallback}>
      <Content>{children}</Content>
    </ErrorBoundary>
  );
}

/** An item of a list that shows content of users: if it fails, the others stay. */
export function PartItem({ children, ...item }: PartProps & Omit<ComponentPropsWithoutRef<'li'>, 'children'>) {
  return (
    <li {...item}>
      <Part>{children}</Part>
    </li>
  );
}
