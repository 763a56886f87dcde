import { useMemo, type ReactNode } from 'react';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { themeIn } from '@/shared/theme.ts';
import { Toaster } from '@/shared/ui/toast/toaster.tsx';
import { Look } from './look.tsx';
import { SessionWatcher } from './session-watcher.tsx';

/** All providers around the pages: theme, cache, session and the toast slot. */
export function Providers({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  const language = useLanguage();
  const theme = useMemo(() => themeIn(language), [language]);
  return (
    <Look theme={theme}>
      <QueryClientProvider client={queryClient}>
        <SessionWatcher />
        {children}
        <Toaster />
      </QueryClientProvider>
    </Look>
  );
}
