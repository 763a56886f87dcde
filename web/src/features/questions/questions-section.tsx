import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { openState } from '@domain/requirements.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { ACCOUNT_REFRESH_MS, useLiveUpdates } from '@/shared/live/use-live-updates.ts';
import { useRequireSignIn } from '@/shared/session/use-require-sign-in.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { useNow } from '@/shared/ui/use-now.ts';
import { Part } from '@/shared/ui/state/part.tsx';
import { QUESTIONS_MAX, questionsQueryOptions } from './list-questions.ts';
import type { Reader } from './shown-question.ts';
import { QuestionItem } from './question-item.tsx';
import classes from './questions.module.css';

const AskForm = lazyPart(async () => (await import('./ask-form.tsx')).AskForm);

type AskedPost = { id: number; userId: number; closedAt: string | null; quoteDeadline: string | null };

const ID = 'questions';

/** Questions and answers on a request. Its owner can answer; everyone else can ask. */
export function QuestionsSection({ post }: { post: AskedPost }) {
  const { t } = useLanguage();
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  const me = useCurrentUser();
  const { data, isPending, error, refetch } = useQuery({
    ...questionsQueryOptions(post.id, me.status !== 'user'),
    // The list depends on the signed-in user, so it waits for them.
    enabled: me.status !== 'loading',
  });
  useLiveUpdates([keys.posts.questions(post.id)], ACCOUNT_REFRESH_MS);
  const isLoaded = data !== undefined;
  useEffect(() => {
    // A link to this section was followed before it had content.
    if (isLoaded && hash === `#${ID}`) section.current?.scrollIntoView();
  }, [isLoaded, hash]);
  const reader: Reader = me.status === 'user' ? { ...me.user, isOwner: me.user.id === post.userId } : null;
  return (
    <Paper
      component="section"
      id={ID}
      ref={section}
      withBorder
      shadow="xs"
      className={classes.section}
      aria-labelledby={titleId}
    >
      <Title order={2} size="h3" id={titleId}>
        {t('Questions')}
        {data && data.length > 0 ? ` (${data.length})` : ''}
      </Title>
      {/* As high as the line for an empty list. */}
      {isPending && <Skeleton height={20} role="status" aria-label={t('Loading questions')} />}
      {error && !data?.length && (
        <ErrorState title={t('Failed to load questions')} message={error.message} onRetry={() => void refetch()} />
      )}
      {!error && data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {reader?.isOwner ? t('Nobody has asked anything yet.') : t('No questions have been answered yet.')}
        </Text>
      )}
      {data && data.length > 0 && (
        <ul className={classes.list}>
          {data.map((question) => (
            <Part key={question.id} fallback={<li dir="auto">{question.question}</li>}>
              {() => <QuestionItem question={question} reader={reader} />}
            </Part>
          ))}
        </ul>
      )}
      {data?.length === QUESTIONS_MAX && (
        <Text size="sm" c="dimmed">
          {t('The newest {max} questions.', { max: QUESTIONS_MAX })}
        </Text>
      )}
      {!reader?.isOwner && <AskPart post={post} userId={reader?.id ?? null} />}
    </Paper>
  );
}

function AskPart({ post, userId }: { post: AskedPost; userId: number | null }) {
  const { t } = useLanguage();
  const [isAsking, setIsAsking] = useState(false);
  const requireSignIn = useRequireSignIn();
  const now = useNow(post.quoteDeadline === null ? null : Date.parse(post.quoteDeadline));
  if (openState(post, now) !== 'open') return null;
  const button = (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconMessageQuestion size={18} aria-hidden />}
        onClick={() => requireSignIn(() => setIsAsking(true))}
      >
        {t('Ask a question')}
      </Button>
    </Group>
  );
  if (!isAsking || userId === null) return button;
  return (
    <Suspense fallback={button}>
      <AskForm postId={post.id} userId={userId} onClose={() => setIsAsking(false)} />
    </Suspense>
  );
}
