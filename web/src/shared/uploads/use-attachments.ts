import { useRef } from 'react';
import type { AttachmentKind } from '@domain/document-files.ts';
import type { AttachmentBucket } from './api/get-attachment-url.ts';
import { removeFiles } from './api/remove-files.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { uploadDocument, type UploadedDocument } from './api/upload-attachment.ts';
import { documentFailureText } from './attachment-failure.ts';
import { pickDocuments, type PickedDocument } from './pick-attachments.ts';
import { refusalToast } from './refusal-toast.ts';
import { useUploads } from './use-uploads.ts';

export type DocumentsField = {
  value: readonly UploadedDocument[];
  onChange: (documents: UploadedDocument[]) => void;
  /** Tells the form to wait with its submission. */
  onUploadingChange?: (isUploading: boolean) => void;
};

type Place = { bucket: AttachmentBucket; kind: AttachmentKind };

/** The documents of a form field: uploads what is picked, says in a toast what was refused or failed, and removes again (§8). */
export function useDocuments({ value, onChange, onUploadingChange }: DocumentsField, { bucket, kind }: Place) {
  const me = useCurrentUser();
  // Of those that this form uploaded; what a draft brought back is not read again.
  const marks = useRef(new Map<string, string>());
  const { pending, isUploading, start } = useUploads<PickedDocument, UploadedDocument>({
    value,
    onChange,
    onUploadingChange,
    upload: (picked) => uploadDocument(bucket, picked),
    discard: ({ path }) => removeFiles(bucket, [path]),
  });

  const pick = async (files: readonly File[]) => {
    if (me.status !== 'user' || files.length === 0) return;
    const attached = [...value, ...pending].flatMap(({ path }) => marks.current.get(path) ?? []);
    const { documents, refusals } = await pickDocuments(files, {
      already: value.length + pending.length,
      marks: new Set(attached),
      folder: me.user.authId,
      kind,
    });
    for (const { path, mark } of documents) marks.current.set(path, mark);
    const refused = refusalToast(refusals);
    if (refused) toast(refused);
    if (documents.length === 0) return;
    const { stored, failures } = await start(documents);
    const failure = failures[0];
    if (failure !== undefined) {
      toast({ title: 'Upload failed', message: documentFailureText(failure), kind: 'destructive' });
    } else if (stored.length > 0 && !refused) {
      toast({ title: 'Document attached', message: stored.map(({ name }) => name).join(', ') });
    }
  };

  const remove = (path: string) => {
    onChange(value.filter((other) => other.path !== path));
    void removeFiles(bucket, [path]);
  };

  return { pending, isUploading, isReady: me.status === 'user', pick, remove };
}
