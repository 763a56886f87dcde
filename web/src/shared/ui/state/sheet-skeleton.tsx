import { Group, Paper, Skeleton, Stack } from '@mantine/core';

const LINES = ['38%', '92%', '78%', '86%', '64%', '90%', '52%', '74%'];

type SheetSkeletonProps = {
  /** Says what is loading. */
  label: string;
  /** Lines of three columns: a table is to come. */
  isTable?: boolean;
};

/** Placeholder of a large part of a page: a sheet with lines. */
export function SheetSkeleton({ label, isTable = false }: SheetSkeletonProps) {
  return (
    <Paper withBorder p="lg" role="status" aria-label={label}>
      <Stack gap="xl">
        {LINES.map((width) =>
          isTable ? (
            <Group key={width} gap="lg" wrap="nowrap">
              <Skeleton height={14} width="24%" />
              <Skeleton height={14} flex={1} />
              <Skeleton height={14} flex={1} />
            </Group>
          ) : (
            <Skeleton key={width} height={14} width={width} />
          ),
        )}
      </Stack>
    </Paper>
  );
}
