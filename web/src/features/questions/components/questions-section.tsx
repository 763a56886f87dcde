import { useEffect, useId, useRef, useState } from 'react';
import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { questionSchema, QUESTION_TOO_LONG } from '@domain/question.ts';
import { QUESTION_MAX } from '@domain/limits.ts';
import { openState } from '@domain/requirements.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ACCOUNT_REFRESH_MS, useLiveUpdates } from '@/shared/live/use-live-updates.ts';
import { useRequireSignIn } from '@/shared/session/use-require-sign-in.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { useNow } from '@/shared/ui/use-now.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useAskQuestion } from '../api/ask-question.ts';
import { QUESTIONS_MAX, questionsQueryOptions } from '../api/list-questions.ts';
import type { Reader } from '../question.ts';
import { QuestionItem } from './question-item.tsx';
import { TextForm } from './text-form.tsx';
import classes from './questions.module.css';

type AskedPost = { id: number; userId: number; closedAt: string | null; quoteDeadline: string | null };

const ID = 'questions';

/** The questions on a request with their answers, a way to ask for others than its owner, and to answer for the owner. */
export function QuestionsSection({ post }: { post: AskedPost }) {
  const { t } = useLanguage();
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  const me = useCurrentUser();
  const { data, isPending, error, refetch } = useQuery({
    ...questionsQueryOptions(post.id, me.status !== 'user'),
    // Who reads decides what they see.
    enabled: me.status !== 'loading',
  });
  useLiveUpdates([keys.posts.questions(post.id)], ACCOUNT_REFRESH_MS);
  const isLoaded = data !== undefined;
  useEffect(() => {
    // A notification or a link led here, before there was anything to show.
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
      {isPending && <Skeleton height={64} role="status" aria-label={t('Loading questions')} />}
      {error && !data && (
        <ErrorState title={t('Failed to load questions')} message={error.message} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {reader?.isOwner ? t('Nobody has asked anything yet.') : t('No questions have been answered yet.')}
        </Text>
      )}
      {data && data.length > 0 && (
        <ul className={classes.list}>
          {data.map((question) => (
            <QuestionItem key={question.id} question={question} reader={reader} />
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
  const { mutateAsync } = useAskQuestion();
  const now = useNow(post.quoteDeadline === null ? null : Date.parse(post.quoteDeadline));
  if (openState(post, now) !== 'open') return null;
  if (isAsking && userId !== null) {
    return (
      <TextForm
        label={t('Your question')}
        placeholder={t('What do you need to know before you quote?')}
        description={t('The buyer sees it at once, everybody else together with the answer.')}
        schema={questionSchema}
        limit={QUESTION_MAX}
        tooLong={QUESTION_TOO_LONG}
        draftKey={`draft_question_${userId}_${post.id}`}
        submitLabel={t('Ask')}
        failed={t('Error asking question')}
        onSend={async (question, clientId) => {
          await mutateAsync({ postId: post.id, question, clientId });
          toast({ title: t('Question sent'), message: t('You get a notification when it is answered') });
        }}
        onCancel={() => setIsAsking(false)}
      />
    );
  }
  return (
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
}
