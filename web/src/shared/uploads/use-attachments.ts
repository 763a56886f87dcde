import { useRef } from 'react';
import type { AttachmentKind } from '@domain/document-files.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { AttachmentBucket } from './api/get-file-url.ts';
import { removeFiles } from './api/remove-files.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { uploadAttachment, type UploadedAttachment } from './api/upload-attachment.ts';
import { attachmentFailureText } from './attachment-failure.ts';
import { pickAttachments, type PickedAttachment } from './pick-attachments.ts';
import { refusalToast } from './refusal-toast.ts';
import { useUploads } from './use-uploads.ts';

export type AttachmentFieldProps = {
  value: readonly UploadedAttachment[];
  onChange: (attachments: UploadedAttachment[]) => void;
  /** Lets the form delay its submission. */
  onUploadingChange?: (isUploading: boolean) => void;
};

type Place = { bucket: AttachmentBucket; kind: AttachmentKind };

/**
 * The attachments of a form field: uploads picked files, reports refusals and failures in a toast, and removes
 * attachments.
 */
export function useAttachments({ value, onChange, onUploadingChange }: AttachmentFieldProps, { bucket, kind }: Place) {
  const language = useLanguage();
  const { t } = language;
  const me = useCurrentUser();
  // Only of files uploaded by this form; those restored from a draft are not read again.
  const marks = useRef(new Map<string, string>());
  const { pending, isUploading, start } = useUploads<PickedAttachment, UploadedAttachment>({
    value,
    onChange,
    onUploadingChange,
    upload: (picked) => uploadAttachment(bucket, picked),
    discard: ({ path }) => removeFiles(bucket, [path]),
  });

  const pick = async (files: readonly File[]) => {
    if (me.status !== 'user' || files.length === 0) return;
    const attached = [...value, ...pending].flatMap(({ path }) => marks.current.get(path) ?? []);
    const { attachments, refusals } = await pickAttachments(files, {
      already: value.length + pending.length,
      marks: new Set(attached),
      folder: me.user.authId,
      kind,
    });
    for (const { path, mark } of attachments) marks.current.set(path, mark);
    const refused = refusalToast(refusals, language);
    if (refused) toast(refused);
    if (attachments.length === 0) return;
    const { stored, failures } = await start(attachments);
    const failure = failures[0];
    if (failure !== undefined) {
      toast({ title: t('Upload failed'), message: attachmentFailureText(failure), kind: 'destructive' });
    } else if (stored.length > 0 && !refused) {
      toast({ title: t('Document attached'), message: stored.map(({ name }) => name).join(', ') });
    }
  };

  const remove = (path: string) => {
    onChange(value.filter((other) => other.path !== path));
    void removeFiles(bucket, [path]);
  };

  return { pending, isUploading, isReady: me.status === 'user', pick, remove };
}
