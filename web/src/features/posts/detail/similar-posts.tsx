import { useId } from 'react';
import { Paper, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { PartItem } from '@/shared/ui/state/part.tsx';
import type { Post } from '../shown-post.ts';
import { CategoryBadge } from '../card/category-badge.tsx';
import classes from './similar-posts.module.css';

/** Other posts of the same category as a short list; renders nothing without any. */
export function SimilarPosts({ posts }: { posts: readonly Post[] }) {
  const { t, age, country } = useLanguage();
  const titleId = useId();
  if (posts.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <Title order={2} size="h3" id={titleId}>
        {t('Similar requests')}
      </Title>
      <ul className={classes.list}>
        {posts.map((post) => (
          <PartItem key={post.id}>
            {() => (
              <Paper withBorder shadow="xs" className={classes.card}>
                <CategoryBadge category={post.category} />
                <Link to={paths.post(post)} className={classes.title} dir="auto">
                  {post.title}
                </Link>
                <Text size="sm" c="dimmed">
                  {country(post.country)} · {age(post.createdAt)}
                </Text>
              </Paper>
            )}
          </PartItem>
        ))}
      </ul>
    </section>
  );
}
