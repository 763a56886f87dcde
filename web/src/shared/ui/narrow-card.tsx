import type { ReactNode } from 'react';
import { Container, Paper } from '@mantine/core';

/** A page that is one narrow card in the middle, such as signing in. */
export function NarrowCard({ children }: { children: ReactNode }) {
  return (
    <Container size={460} px={0} py={{ base: 0, sm: 'xl' }}>
      <Paper withBorder shadow="sm" p={{ base: 'md', sm: 'xl' }}>
        {children}
      </Paper>
    </Container>
  );
}
