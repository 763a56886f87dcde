import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { categoryLabel } from '@domain/categories.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { PostThumbnail } from './post-thumbnail.tsx';

type PostNameProps = { post: { id: number; title: string; category: string; image: string | null } };

/** Thumbnail, title and category of a post, with a link to it. */
export function PostName({ post }: PostNameProps) {
  const { t } = useLanguage();
  return (
    <Group gap="sm" wrap="nowrap" miw={230}>
      <PostThumbnail path={post.image} />
      <div>
        <Anchor
          component={Link}
          to={paths.post(post)}
          size="sm"
          fw={550}
          lineClamp={3}
          title={post.title}
          style={{ overflowWrap: 'anywhere' }}
        >
          {post.title}
        </Anchor>
        <Text size="xs" c="dimmed">
          {t(categoryLabel(post.category))}
        </Text>
      </div>
    </Group>
  );
}
