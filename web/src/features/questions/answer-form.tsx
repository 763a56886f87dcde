import { ANSWER_MAX } from '@domain/limits.ts';
import { answerSchema, ANSWER_TOO_LONG } from '@domain/question.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useAnswerQuestion } from './answer-question.ts';
import type { Question } from './shown-question.ts';
import { TextForm } from './text-form.tsx';

type AnswerFormProps = { question: Question; userId: number; onClose: () => void };

/** Adds or changes the answer to a question. */
export function AnswerForm({ question, userId, onClose }: AnswerFormProps) {
  const { t } = useLanguage();
  const { mutateAsync } = useAnswerQuestion();
  return (
    <TextForm
      label={t('Your answer')}
      placeholder={t('What every supplier should know')}
      description={t('Everybody who sees the request can read question and answer.')}
      schema={answerSchema}
      initial={question.answer ?? ''}
      limit={ANSWER_MAX}
      tooLong={ANSWER_TOO_LONG}
      draftKey={`draft_answer_${userId}_${question.id}`}
      submitLabel={t('Post answer')}
      failed={t('Error posting answer')}
      onSend={async (answer) => {
        await mutateAsync({ id: question.id, answer });
        toast({ title: t('Answer posted') });
      }}
      onCancel={onClose}
    />
  );
}
