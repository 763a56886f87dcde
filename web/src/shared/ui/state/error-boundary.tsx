import { Component, type ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { reloadPage } from '@/shared/backend/connection.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { isDomRemovalError } from '@/shared/errors/dom-removal-error.ts';

type ErrorBoundaryProps = {
  children: ReactNode;
  /** Replaces a child that threw; default: a sentence with a button. */
  fallback?: ReactNode;
};
type ErrorBoundaryState = { hasFailed: boolean };

/** Fallback for a page, or a part of one, that threw. */
export function BrokenPart() {
  const { t } = useLanguage();
  return (
    <ErrorState
      title={t('Something went wrong')}
      message={t('An error occurred while rendering this component.')}
      retryLabel={t('Reload the page')}
      onRetry={reloadPage}
    />
  );
}

/** Renders a fallback for a child that threw; after a DOM-removal error it only remounts the child. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { hasFailed: !isDomRemovalError(error) };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return this.props.fallback === undefined ? <BrokenPart /> : this.props.fallback;
  }
}
