import { QUESTION_MAX } from '@domain/limits.ts';
import { questionSchema, QUESTION_TOO_LONG } from '@domain/question.ts';
import { useSendOnce } from '@/shared/form/send-once.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useAskQuestion } from './ask-question.ts';
import { TextForm } from './text-form.tsx';

/** Asks a question on a request. */
export function AskForm({ postId, userId, onClose }: { postId: number; userId: number; onClose: () => void }) {
  const { t } = useLanguage();
  const { mutateAsync } = useAskQuestion();
  const sendOnce = useSendOnce();
  return (
    <TextForm
      label={t('Your question')}
      placeholder={t('What do you need to know before you quote?')}
      description={t('The buyer sees it at once, everybody else together with the answer.')}
      schema={questionSchema}
      limit={QUESTION_MAX}
      tooLong={QUESTION_TOO_LONG}
      draftKey={`draft_question_${userId}_${postId}`}
      submitLabel={t('Ask')}
      failed={t('Error asking question')}
      onSend={async (question) => {
        await sendOnce(question, (clientId) => mutateAsync({ postId, question, clientId }));
        toast({ title: t('Question sent'), message: t('You get a notification when it is answered') });
      }}
      onCancel={onClose}
    />
  );
}
