import { Button, Paper, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './prompt-card.module.css';

type PromptCardProps = {
  /** Leaves out what the page is for, for people who search. */
  isShort: boolean;
  onCreate: () => void;
};

/** The invitation to post a purchase request, with a sentence about what buyers and suppliers do here. */
export function PromptCard({ isShort, onCreate }: PromptCardProps) {
  const { t } = useLanguage();
  return (
    <Paper withBorder shadow="xs" className={classes.card} data-short={isShort || undefined}>
      <div>
        <Title order={1} className={classes.title}>
          {t('What do you want to buy?')}
        </Title>
        {!isShort && (
          <Text c="dimmed" size="sm" mt={4}>
            {t('Buyers post what they need; suppliers find it here and quote.')}
          </Text>
        )}
      </div>
      <Button
        size={isShort ? 'sm' : 'md'}
        variant={isShort ? 'light' : undefined}
        mih={44}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={onCreate}
        className={classes.button}
      >
        {t('Post a purchase request now!')}
      </Button>
    </Paper>
  );
}
