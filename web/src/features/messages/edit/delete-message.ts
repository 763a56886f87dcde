import { useMutation, useQueryClient } from '@tanstack/react-query';
import { removeFiles } from '@/shared/uploads/api/remove-files.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { refresh } from '@/shared/backend/refresh.ts';
import { withChange } from '../conversation.ts';
import type { Message } from '../shown-message.ts';
import { conversationQueryOptions } from '../get-conversation.ts';

async function deleteMessage({ id, attachments }: Message): Promise<void> {
  dataOf(await supabase.rpc('delete_message', { message_id: id }));
  // From here on only the sender can read the attachments.
  await removeFiles(
    'message-files',
    attachments.map(({ path }) => path),
  );
}

/** Deletes an own message with its attachments; a toast reports the outcome. */
export function useDeleteMessage(quoteId: number) {
  const { t } = useLanguage();
  const queryClient = useQueryClient();
  const { queryKey } = conversationQueryOptions(quoteId);
  return useMutation({
    mutationFn: deleteMessage,
    onSuccess: async (_, { id }) => {
      await queryClient.cancelQueries({ queryKey });
      const change = { content: '', attachments: [], deletedAt: new Date().toISOString() };
      queryClient.setQueryData(queryKey, (known) => known && withChange(known, id, change));
      toast({ title: t('Message deleted') });
    },
    onError: (error) => tellFailure(t('Error deleting message'), error),
    onSettled: () => refresh(queryClient, [queryKey]),
  });
}
