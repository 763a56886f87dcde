import { Paper, Skeleton, Stack } from '@mantine/core';

const LINES = ['38%', '92%', '78%', '86%', '64%', '90%', '52%', '74%'];

/** Placeholder of a large part of a page: a sheet with lines. `label` says what is loading. */
export function SheetSkeleton({ label }: { label: string }) {
  return (
    <Paper withBorder p="lg" role="status" aria-label={label}>
      <Stack gap="xl">
        {LINES.map((width) => (
          <Skeleton key={width} height={14} width={width} />
        ))}
      </Stack>
    </Paper>
  );
}
