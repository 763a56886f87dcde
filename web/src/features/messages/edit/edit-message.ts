import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { refresh } from '@/shared/backend/refresh.ts';
import { withChange } from '../conversation.ts';
import { conversationQueryOptions } from '../get-conversation.ts';

type Edit = { id: number; content: string };

async function editMessage({ id, content }: Edit): Promise<void> {
  dataOf(await supabase.rpc('edit_message', { message_id: id, content }));
}

/** Edits an own message. Optimistic, with rollback on refusal. */
export function useEditMessage(quoteId: number) {
  const { t } = useLanguage();
  const queryClient = useQueryClient();
  const { queryKey } = conversationQueryOptions(quoteId);
  return useMutation({
    mutationFn: editMessage,
    onMutate: async ({ id, content }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey)?.messages.find((message) => message.id === id);
      const editedAt = new Date().toISOString();
      queryClient.setQueryData(queryKey, (known) => known && withChange(known, id, { content, editedAt }));
      return { before };
    },
    onError: (error, { id }, shown) => {
      const before = shown?.before;
      if (before) queryClient.setQueryData(queryKey, (known) => known && withChange(known, id, before));
      tellFailure(t('Error editing message'), error);
    },
    onSettled: () => refresh(queryClient, [queryKey]),
  });
}
