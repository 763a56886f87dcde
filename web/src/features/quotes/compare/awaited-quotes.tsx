import { Paper, Stack } from '@mantine/core';
import { PersonSkeleton } from '@/shared/ui/state/person-skeleton.tsx';

const CardSkeleton = () => (
  <Paper withBorder p="md">
    <PersonSkeleton lines={['85%']} />
  </Paper>
);

/** The place of the quotes on a post until they, or their code, are loaded. */
export const AwaitedQuotes = () => (
  <Stack gap="sm" aria-busy>
    <CardSkeleton />
    <CardSkeleton />
  </Stack>
);
