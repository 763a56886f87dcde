import { Badge, VisuallyHidden } from '@mantine/core';

/** A number of unread messages; nothing for none. */
export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge size="sm" variant="filled" color="red.8" miw={20} px={6} data-unread={count}>
      {count}
      <VisuallyHidden> unread</VisuallyHidden>
    </Badge>
  );
}
