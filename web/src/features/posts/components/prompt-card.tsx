import { Button, Paper, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import classes from './prompt-card.module.css';

/** The invitation to post a purchase request. */
export function PromptCard({ onCreate }: { onCreate: () => void }) {
  return (
    <Paper withBorder shadow="xs" className={classes.card}>
      <div>
        <Title order={1} className={classes.title}>
          What do you want to buy?
        </Title>
        <Text c="dimmed" size="sm" mt={4}>
          Describe it once; suppliers answer with their quotes.
        </Text>
      </div>
      <Button
        size="md"
        h={44}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={onCreate}
        className={classes.button}
      >
        Post a purchase request now!
      </Button>
    </Paper>
  );
}
