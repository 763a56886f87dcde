import { NewsFormDialog } from '@/features/news/components/news-form-dialog.tsx';
import { ImageUploader } from '@/shared/uploads/components/images-field.tsx';

type NewsDialogProps = { newsId?: number; opened: boolean; onClose: () => void };

/** The news dialog with its images. */
export function NewsDialog(props: NewsDialogProps) {
  return <NewsFormDialog {...props} renderImages={(field) => <ImageUploader kind="news" {...field} />} />;
}
