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

/** Edits an own message. The old text stays on screen until the new one is stored. */
export function useEditMessage(quoteId: number) {
  const { t } = useLanguage();
  const queryClient = useQueryClient();
  const { queryKey } = conversationQueryOptions(quoteId);
  return useMutation({
    mutationFn: editMessage,
    onSuccess: async (_, { id, content }) => {
      await queryClient.cancelQueries({ queryKey });
      const editedAt = new Date().toISOString();
      queryClient.setQueryData(queryKey, (known) => known && withChange(known, id, { content, editedAt }));
    },
    onError: (error) => tellFailure(t('Error editing message'), error),
    // The editor does not wait for it.
    onSettled: () => void refresh(queryClient, [queryKey]),
  });
}
