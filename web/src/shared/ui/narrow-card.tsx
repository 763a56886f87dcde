import type { ReactNode } from 'react';
import { Container, Paper } from '@mantine/core';
import '@mantine/core/styles/Container.css';

/** A page with one narrow centred card, such as the login. */
export function NarrowCard({ children }: { children: ReactNode }) {
  return (
    <Container size={460} px={0} py={{ base: 0, sm: 'xl' }}>
      <Paper withBorder shadow="sm" p={{ base: 'md', sm: 'xl' }}>
        {children}
      </Paper>
    </Container>
  );
}
