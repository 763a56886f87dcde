import { useState } from 'react';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconDownload, IconFileText, IconPhoto } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { openingOf } from '@domain/file-opening.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { Part } from '@/shared/ui/state/part.tsx';
import { fileSize } from '../file-size.ts';
import { useObjectUrl } from '../use-object-url.ts';
import type { Attachment, AttachmentBucket } from '../api/get-file-url.ts';
import classes from './attachment-list.module.css';

const Lightbox = lazyPart(async () => (await import('@/shared/ui/lightbox/lightbox.tsx')).Lightbox);

type AttachmentFile = { bucket: AttachmentBucket; path: string; name: string };

const loadFiles = () => loadCode(() => import('../api/get-file-url.ts'));
const addressOf = async (file: AttachmentFile) => (await loadFiles()).getFileUrl(file);
const fileToShow = async (file: AttachmentFile) => (await loadFiles()).getFileToShow(file);

type AttachmentListProps = { bucket: AttachmentBucket; attachments: readonly Attachment[] };

/** The files of a quote, message or request with size and download; PDFs open in a tab, images in the lightbox. */
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
  const { path, name } = attachment;
  const opening = openingOf(path);
  const { mutateAsync, isPending } = useMutation({ mutationFn: addressOf });
  const handleDownload = () =>
    void mutateAsync({ bucket, path, name }).then(
      // The link responds with a download, so the page does not navigate.
      (url) => window.location.assign(url),
      (error) => tellFailure(t('Download failed'), error),
    );
  return (
    <li>
      <Group gap="xs" wrap="nowrap">
        {opening === 'lightbox' ? (
          <IconPhoto size={18} stroke={1.5} aria-hidden className={classes.fileIcon} />
        ) : (
          <IconFileText size={18} stroke={1.5} aria-hidden className={classes.fileIcon} />
        )}
        <Text size="sm" className={classes.fileName}>
          {opening === 'tab' && <PdfName file={{ bucket, path, name }} onBlocked={handleDownload} />}
          {opening === 'lightbox' && <ImageName file={{ bucket, path, name }} />}
          {opening === 'download' && name}{' '}
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
          aria-label={t('Download {name}', { name })}
          onClick={handleDownload}
        >
          {t('Download')}
        </Button>
      </Group>
    </li>
  );
}

function FileName({ name, isPending, onOpen }: { name: string; isPending: boolean; onOpen: () => void }) {
  const { t } = useLanguage();
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      className={classes.open}
      aria-label={t('Open {name}', { name })}
      aria-busy={isPending}
      onClick={onOpen}
    >
      <bdi>{name}</bdi>
    </Anchor>
  );
}

/** Opens in a tab, from where the reader can save it. A file that is not a PDF is saved. */
function PdfName({ file, onBlocked }: { file: AttachmentFile; onBlocked: () => void }) {
  const { t } = useLanguage();
  const { mutateAsync, isPending } = useMutation({ mutationFn: fileToShow });
  const handleOpen = () => {
    // Only a click may open a tab, so it opens before the address is known.
    const tab = window.open('', '_blank');
    if (!tab) return onBlocked();
    tab.opener = null;
    return void mutateAsync(file).then(
      ({ url, isShown }) => {
        if (isShown) return tab.location.replace(url);
        tab.close();
        return window.location.assign(url);
      },
      (error) => {
        tab.close();
        tellFailure(t('Download failed'), error);
      },
    );
  };
  return <FileName name={file.name} isPending={isPending} onOpen={handleOpen} />;
}

const imageToShow = async (file: AttachmentFile) => {
  const found = await fileToShow(file);
  return { ...found, image: found.isShown ? await (await loadFiles()).readFile(found.url) : null };
};

/** Opens in the lightbox. A file that is not an image is saved. */
function ImageName({ file }: { file: AttachmentFile }) {
  const { t } = useLanguage();
  const [isOpened, setIsOpened] = useState(false);
  // The bytes, because the address works for a minute.
  const { data, mutateAsync, isPending } = useMutation({ mutationFn: imageToShow });
  const source = useObjectUrl(data?.image);
  const handleOpen = () => {
    if (source !== undefined) return setIsOpened(true);
    return void mutateAsync(file).then(
      ({ url, image }) => (image ? setIsOpened(true) : window.location.assign(url)),
      (error) => tellFailure(t('Download failed'), error),
    );
  };
  return (
    <>
      <FileName name={file.name} isPending={isPending} onOpen={handleOpen} />
      <LazyDialog opened={isOpened && source !== undefined}>
        {(opened) => (
          <Lightbox
            opened={opened}
            onClose={() => setIsOpened(false)}
            title={file.name}
            start={0}
            images={source === undefined ? [] : [source]}
          />
        )}
      </LazyDialog>
    </>
  );
}
