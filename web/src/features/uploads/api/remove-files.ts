import { fileStorage } from '@/shared/lib/file-storage.ts';
import type { UploadBucket } from './store-file.ts';

/**
 * Removes files that the form no longer needs. The storage policy keeps those that a post or quote still shows, so it
 * may be called for any own file. Failures are only logged: an orphan takes space and does no other harm.
 */
export async function removeFiles(bucket: UploadBucket, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const { error } = await fileStorage.from(bucket).remove([...paths]);
  if (error) console.warn('Unused files were not removed:', error.message);
}
