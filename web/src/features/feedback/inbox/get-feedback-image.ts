import { queryOptions } from '@tanstack/react-query';
import { keys } from '@/shared/backend/query-keys.ts';
import { toAppError } from '@/shared/errors/app-error.ts';
import { getFileUrl } from '@/shared/uploads/api/get-file-url.ts';

async function getFeedbackImage(path: string, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(await getFileUrl({ bucket: 'feedback-images', path }, signal), { signal });
  if (!answer.ok) throw toAppError(await answer.text(), answer.status, answer.statusText);
  return answer.blob();
}

/** The bytes of an image of feedback, because its address works for a minute and the drawer stays open for longer. */
export const feedbackImageQueryOptions = (path: string) =>
  queryOptions({
    queryKey: keys.feedback.image(path),
    queryFn: ({ signal }) => getFeedbackImage(path, signal),
    staleTime: Infinity,
  });
