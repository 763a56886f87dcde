import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { questionsQueryOptions } from './list-questions.ts';

/** Shows the owner of a request how many questions are unanswered, with a link to them. Renders nothing without any. */
export function OpenQuestions({ post }: { post: { id: number; title: string } }) {
  const { plural } = useLanguage();
  const { data = [] } = useQuery(questionsQueryOptions(post.id));
  const count = data.filter(({ answer, hiddenAt }) => answer === null && hiddenAt === null).length;
  if (count === 0) return null;
  return (
    <Text size="sm">
      <Anchor
        component={Link}
        to={`${paths.post(post)}#questions`}
        inherit
        underline="always"
        display="inline-block"
        py={8}
      >
        {plural(count, { one: 'One question waits for your answer', other: '{n} questions wait for your answer' })}
      </Anchor>
    </Text>
  );
}
