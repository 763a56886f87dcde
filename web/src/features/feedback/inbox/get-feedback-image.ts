import { queryOptions } from '@tanstack/react-query';
import { keys } from '@/shared/backend/query-keys.ts';
import { getFileUrl, readFile } from '@/shared/uploads/api/get-file-url.ts';

async function getFeedbackImage(path: string, signal: AbortSignal): Promise<Blob> {
  return readFile(await getFileUrl({ bucket: 'feedback-images', path }, signal), signal);
}

/** The bytes of an image of feedback, because its address works for a minute and the drawer stays open for longer. */
export const feedbackImageQueryOptions = (path: string) =>
  queryOptions({
    queryKey: keys.feedback.image(path),
    queryFn: ({ signal }) => getFeedbackImage(path, signal),
    staleTime: Infinity,
  });
