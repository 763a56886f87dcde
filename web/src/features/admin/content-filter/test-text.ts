import { useMutation } from '@tanstack/react-query';
import { contentVerdictSchema, type ContentVerdict, type FilterField } from '@domain/content-filter.ts';
import { successOf } from '@/shared/backend/data-of.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { msg } from '@/shared/i18n/msg.ts';

async function testText({
  field,
  text,
}: {
  field: FilterField;
  text: string;
}): Promise<ContentVerdict & { text: string }> {
  const { data, status } = successOf(await supabase.rpc('test_content', { context: field, content: text }));
  const parsed = contentVerdictSchema.safeParse(data);
  if (!parsed.success)
    throw new AppError(msg('The server gave an unexpected answer'), { kind: 'server', status, cause: parsed.error });
  return { ...parsed.data, text };
}

/** The filter's verdict on a text, as if it were typed into a field. Nothing is stored. */
export const useTestText = () => useMutation({ mutationFn: testText });
