import type { ReactNode } from 'react';
import { Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import '@mantine/core/styles/ThemeIcon.css';
import { IconInbox } from '@tabler/icons-react';

type EmptyStateProps = {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
  /** Within a section that has its own heading: no icon, no heading. */
  isSmall?: boolean;
  /** Above something to look at instead: no icon, and as low as it can be. */
  isLine?: boolean;
};

/** The state of an empty list: a sentence, a hint and the next action. */
export function EmptyState({
  title,
  children,
  action,
  icon = <IconInbox size={24} stroke={1.6} />,
  isSmall = false,
  isLine = false,
}: EmptyStateProps) {
  if (isLine)
    return (
      <Group gap="sm">
        <Group gap="0.25rem 0.75rem">
          <Title order={2} size="sm">
            {title}
          </Title>
          <Text c="dimmed" size="sm">
            {children}
          </Text>
        </Group>
        {action}
      </Group>
    );
  return (
    <Stack align="center" gap="xs" py={isSmall ? 'md' : 48} px="md" ta="center">
      {isSmall ? (
        <Text c="dimmed" size="sm">
          {title}
        </Text>
      ) : (
        <>
          <ThemeIcon variant="light" size={48} radius="xl" aria-hidden>
            {icon}
          </ThemeIcon>
          <Title order={2} size="h4" mt="xs">
            {title}
          </Title>
        </>
      )}
      {children && (
        <Text c="dimmed" size="sm" maw={420} style={{ textWrap: 'balance' }}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}
