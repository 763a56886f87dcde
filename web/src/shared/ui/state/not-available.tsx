import type { ReactNode } from 'react';
import { Stack, ThemeIcon } from '@mantine/core';
import '@mantine/core/styles/ThemeIcon.css';
import { IconFileOff } from '@tabler/icons-react';
import { NoIndex } from '@/shared/ui/no-index.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';

type NotAvailableProps = { title: string; children: ReactNode; /** Next action. */ action: ReactNode };

/** A page whose subject does not exist: looks like an empty list and is not indexed. */
export function NotAvailable({ title, children, action }: NotAvailableProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <NoIndex />
      <ThemeIcon variant="light" size={48} radius="xl" aria-hidden>
        <IconFileOff size={24} stroke={1.6} />
      </ThemeIcon>
      <PageTitle title={title}>{children}</PageTitle>
      {action}
    </Stack>
  );
}
