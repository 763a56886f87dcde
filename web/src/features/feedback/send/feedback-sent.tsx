import { useEffect, useRef } from 'react';
import { Button, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import '@mantine/core/styles/ThemeIcon.css';
import { IconCheck } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';

type FeedbackSentProps = { reference: string; onAgain: () => void };

/** Replaces the form after sending. Takes the focus, because the pressed button is gone. */
export function FeedbackSent({ reference, onAgain }: FeedbackSentProps) {
  const { t, rich } = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack align="center" gap="xs" py="xl" ta="center">
      <ThemeIcon variant="light" color="teal" size={48} radius="xl" aria-hidden>
        <IconCheck size={26} />
      </ThemeIcon>
      <Title order={2} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {t('Thank you for your feedback')}
      </Title>
      <Text>{rich('Reference number: {reference}', { reference: <strong>{reference}</strong> })}</Text>
      <Text size="sm" c="dimmed">
        {t('We read every message and answer by email where an answer is needed.')}
      </Text>
      <Button mt="sm" variant="default" onClick={onAgain}>
        {t('Send another')}
      </Button>
    </Stack>
  );
}
