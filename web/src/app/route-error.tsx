import { useEffect } from 'react';
import { Box } from '@mantine/core';
import { useRevalidator, useRouteError } from 'react-router-dom';
import { isDomRemovalError } from '@/shared/errors/dom-removal-error.ts';
import { BrokenPart } from '@/shared/ui/state/error-boundary.tsx';
import { LoadingScreen } from './loading-screen.tsx';

/** Fallback for a page that failed to load or render; after a DOM-removal error it only shows the page again. */
export function RouteError() {
  const isHarmless = isDomRemovalError(useRouteError());
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // The router drops the error once it has revalidated.
    if (isHarmless) void revalidate();
  }, [isHarmless, revalidate]);
  if (isHarmless) return <LoadingScreen />;
  return (
    <Box component="main" maw="45rem" mx="auto" px="md" py={64}>
      <BrokenPart />
    </Box>
  );
}
