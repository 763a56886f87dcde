import { Group, Skeleton, Stack } from '@mantine/core';

type PersonSkeletonProps = {
  /** Width of the picture in pixels, as of the `UserAvatar` that follows. */
  size?: number;
  /** Widths of lines of text below the name. */
  lines?: readonly string[];
};

/** Placeholder of an entry of a person: picture, name with a line below it, and text. */
export function PersonSkeleton({ size = 40, lines = [] }: PersonSkeletonProps) {
  return (
    <Stack gap="md" flex={1} miw={0} aria-hidden>
      <Group gap="sm" wrap="nowrap">
        <Skeleton circle height={size} flex="none" />
        <Stack gap="xs" flex={1} miw={0}>
          <Skeleton height={14} width="40%" />
          <Skeleton height={10} width="65%" />
        </Stack>
      </Group>
      {lines.map((width) => (
        <Skeleton key={width} height={12} width={width} />
      ))}
    </Stack>
  );
}
