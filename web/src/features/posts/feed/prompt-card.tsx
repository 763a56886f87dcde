import { Button, Paper, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './prompt-card.module.css';

/** The invitation to post a purchase request. */
export function PromptCard({ onCreate }: { onCreate: () => void }) {
  const { t } = useLanguage();
  return (
    <Paper withBorder shadow="xs" className={classes.card}>
      <div>
        <Title order={1} className={classes.title}>
          {t('What do you want to buy?')}
        </Title>
        <Text c="dimmed" size="sm" mt={4}>
          {t('Describe it once; suppliers answer with their quotes.')}
        </Text>
      </div>
      <Button
        size="md"
        h={44}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={onCreate}
        className={classes.button}
      >
        {t('Post a purchase request now!')}
      </Button>
    </Paper>
  );
}
