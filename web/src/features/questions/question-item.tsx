import { Suspense, useState } from 'react';
import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { ANSWER_CHANGE_MS, HIDE_REASON_MAX } from '@domain/limits.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { paths } from '@/shared/paths.ts';
import { Time } from '@/shared/ui/time.tsx';
import { useNow } from '@/shared/ui/use-now.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useHideQuestion } from './hide-question.ts';
import { useUnhideQuestion } from './unhide-question.ts';
import type { Question, Reader } from './shown-question.ts';
import classes from './questions.module.css';

const AnswerForm = lazyPart(async () => (await import('./answer-form.tsx')).AnswerForm);
const ReasonDialog = lazyPart(async () => (await import('@/shared/ui/dialog/reason-dialog.tsx')).ReasonDialog);

type QuestionItemProps = { question: Question; reader: Reader };

/** One question with its answer. The owner of the request can answer it; admins can hide it. */
export function QuestionItem({ question, reader }: QuestionItemProps) {
  const { t, rich } = useLanguage();
  const [isAnswering, setIsAnswering] = useState(false);
  const isHidden = question.hiddenAt !== null;
  const isAnswered = question.answer !== null;
  const correctedUntil = question.answeredAt === null ? null : Date.parse(question.answeredAt) + ANSWER_CHANGE_MS;
  const now = useNow(reader?.isOwner ? correctedUntil : null);
  const canAnswer = reader?.isOwner === true && !isHidden && (correctedUntil === null || now < correctedUntil);
  const actions = (
    <Group gap="xs" className={classes.actions}>
      {canAnswer && (
        <Button
          variant="light"
          size="sm"
          aria-label={
            isAnswered
              ? t('Edit answer: {question}', { question: question.question })
              : t('Answer: {question}', { question: question.question })
          }
          onClick={() => setIsAnswering(true)}
        >
          {isAnswered ? t('Edit answer') : t('Answer', {}, 'action')}
        </Button>
      )}
      {reader?.isAdmin && (isHidden ? <UnhideButton question={question} /> : <HideButton question={question} />)}
    </Group>
  );
  return (
    <li className={classes.item} data-question={question.id}>
      <Text size="xs" c="dimmed" component="div">
        <Group gap="xs">
          <span>
            {rich('{name} asked · {time}', {
              name: question.asker ? (
                <Anchor component={Link} to={paths.user(question.asker.id)} inherit underline="always">
                  {question.asker.username}
                </Anchor>
              ) : (
                t('A deleted account')
              ),
              time: <Time iso={question.createdAt} />,
            })}
          </span>
          {isHidden && (
            <Badge variant="light" color="orange">
              {t('Hidden')}
            </Badge>
          )}
          {!isAnswered && !isHidden && (
            <Badge variant="light" color="gray">
              {t('Not answered yet')}
            </Badge>
          )}
        </Group>
      </Text>
      <Text size="sm" fw={500} className={classes.text}>
        {question.question}
      </Text>
      {isHidden && question.hiddenReason && (
        <Text size="sm" c="dimmed" className={classes.text}>
          {question.hiddenReason}
        </Text>
      )}
      {isAnswered && (
        <div className={classes.answer}>
          <Text size="xs" c="dimmed">
            {question.answeredAt
              ? rich('The buyer answered · {time}', { time: <Time iso={question.answeredAt} /> })
              : t('The buyer answered')}
          </Text>
          <Text size="sm" className={classes.text}>
            {question.answer}
          </Text>
        </div>
      )}
      {isAnswering && canAnswer ? (
        <Suspense fallback={actions}>
          <AnswerForm question={question} userId={reader.id} onClose={() => setIsAnswering(false)} />
        </Suspense>
      ) : (
        actions
      )}
    </li>
  );
}

function HideButton({ question }: { question: Question }) {
  const { t } = useLanguage();
  const [isHiding, setIsHiding] = useState(false);
  const { mutateAsync } = useHideQuestion();
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t('Hide: {question}', { question: question.question })}
        onClick={() => setIsHiding(true)}
      >
        {t('Hide')}
      </Button>
      <LazyDialog opened={isHiding}>
        {(opened) => (
          <ReasonDialog
            opened={opened}
            onClose={() => setIsHiding(false)}
            title={t('Hide question')}
            label={t('Reason')}
            requiredText={t('Please say why')}
            description={t('Shown to the person who asked and to the buyer.')}
            maxLength={HIDE_REASON_MAX}
            confirmLabel={t('Hide')}
            onConfirm={(reason) =>
              tellOutcome(mutateAsync({ id: question.id, reason }), {
                done: t('Question hidden'),
                failed: t('Error hiding question'),
              })
            }
          />
        )}
      </LazyDialog>
    </>
  );
}

function UnhideButton({ question }: { question: Question }) {
  const { t } = useLanguage();
  const { mutateAsync, isPending } = useUnhideQuestion();
  const handleUnhide = () =>
    void tellOutcome(mutateAsync(question), { done: t('Question unhidden'), failed: t('Error unhiding question') });
  return (
    <Button
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={t('Unhide: {question}', { question: question.question })}
      loading={isPending}
      onClick={handleUnhide}
    >
      {t('Unhide')}
    </Button>
  );
}
