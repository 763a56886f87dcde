import { Paper } from '@mantine/core';
import { PersonSkeleton } from '@/shared/ui/state/person-skeleton.tsx';

const FACTS = ['70%', '50%', '60%'];

/** Placeholder of a `ProfileCard`. */
export function ProfileCardSkeleton() {
  return (
    <Paper withBorder shadow="xs" p="lg">
      <PersonSkeleton size={72} lines={FACTS} />
    </Paper>
  );
}
