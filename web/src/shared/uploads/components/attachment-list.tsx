import { Button, Group, Text } from '@mantine/core';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { Part } from '@/shared/ui/state/part.tsx';
import { fileSize } from '../file-size.ts';
import type { Attachment, AttachmentBucket } from '../api/get-file-url.ts';
import classes from './attachment-list.module.css';

type AttachmentFile = { bucket: AttachmentBucket; path: string; name: string };

const addressOf = async (file: AttachmentFile) =>
  (await loadCode(() => import('../api/get-file-url.ts'))).getFileUrl(file);

type AttachmentListProps = { bucket: AttachmentBucket; attachments: readonly Attachment[] };

/** The files of a quote or message with size and download. */
export function AttachmentList({ bucket, attachments }: AttachmentListProps) {
  const { t } = useLanguage();
  if (attachments.length === 0) return null;
  return (
    <ul className={classes.attachments} aria-label={t('Attachments')}>
      {attachments.map((attachment) => (
        <Part key={attachment.path} fallback={<li dir="auto">{attachment.name}</li>}>
          {() => <AttachmentRow bucket={bucket} attachment={attachment} />}
        </Part>
      ))}
    </ul>
  );
}

function AttachmentRow({ bucket, attachment }: { bucket: AttachmentBucket; attachment: Attachment }) {
  const language = useLanguage();
  const { t } = language;
  const { mutateAsync, isPending } = useMutation({ mutationFn: addressOf });
  const handleDownload = () =>
    void mutateAsync({ bucket, path: attachment.path, name: attachment.name }).then(
      // The link responds with a download, so the page does not navigate.
      (url) => window.location.assign(url),
      (error) => tellFailure(t('Download failed'), error),
    );
  return (
    <li>
      <Group gap="xs" wrap="nowrap">
        <IconFileText size={18} stroke={1.5} aria-hidden className={classes.fileIcon} />
        <Text size="sm" className={classes.fileName}>
          {attachment.name}{' '}
          <Text span size="xs" c="dimmed">
            {fileSize(attachment.sizeBytes, language)}
          </Text>
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.download}
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isPending}
          aria-label={t('Download {name}', { name: attachment.name })}
          onClick={handleDownload}
        >
          {t('Download')}
        </Button>
      </Group>
    </li>
  );
}
