import { Button, Paper, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Post } from '@/features/posts/shown-post.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './account.module.css';

type MyPostsSummaryProps = {
  posts: readonly Pick<Post, 'isHidden' | 'quoteCount'>[];
  unread: number;
  onCreate: () => void;
};

/** Four key figures about the user's posts, with a button to create another one. */
export function MyPostsSummary({ posts, unread, onCreate }: MyPostsSummaryProps) {
  const { t } = useLanguage();
  const hidden = posts.filter(({ isHidden }) => isHidden).length;
  const numbers = [
    [t('Visible posts'), posts.length - hidden],
    [t('Hidden posts'), hidden],
    [t('Quotes received'), posts.reduce((sum, { quoteCount }) => sum + quoteCount, 0)],
    [t('Unread messages'), unread],
  ] as const;
  return (
    <Paper component="aside" withBorder shadow="xs" className={classes.summary} aria-label={t('Summary of your posts')}>
      <Title order={2} size="h5" className={classes.summaryTitle}>
        {t('At a glance')}
      </Title>
      <dl className={classes.numbers}>
        {numbers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button fullWidth leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
        {t('Create a Post')}
      </Button>
    </Paper>
  );
}
