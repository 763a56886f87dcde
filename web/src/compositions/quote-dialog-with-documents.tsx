import type { ComponentProps } from 'react';
import { QuoteDialog } from '@/features/quotes/components/quote-dialog.tsx';
import { DocumentUploader } from '@/shared/uploads/components/attachments-field.tsx';

type QuoteDialogWithDocumentsProps = Omit<ComponentProps<typeof QuoteDialog>, 'renderAttachments'>;

/** The quote dialog with the uploader of documents as its field for attachments. */
export function QuoteDialogWithDocuments(props: QuoteDialogWithDocumentsProps) {
  return <QuoteDialog {...props} renderAttachments={(field) => <DocumentUploader {...field} />} />;
}
