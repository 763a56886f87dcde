import { useMemo, useState, type ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { reportRefusal } from '@/shared/backend/report-refusal.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { themeIn } from '@/shared/theme.ts';
import { Toaster } from '@/shared/ui/toast/toaster.tsx';
import { Look } from './look.tsx';
import { SessionWatcher } from './session-watcher.tsx';

/** Everything that stands around the pages: look, cache, session and the toast slot. */
export function Providers({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const theme = useMemo(() => themeIn(language), [language]);
  const [queryClient] = useState(() => createQueryClient(reportRefusal));
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
