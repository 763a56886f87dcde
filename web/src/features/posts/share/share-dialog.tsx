import { Button, Modal, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Modal.css';
import { useClipboard } from '@mantine/hooks';
import { useLayer } from '@/shared/ui/dialog/use-layer.ts';
import { useBelow } from '@/shared/ui/use-below.ts';
import {
  IconBrandFacebook,
  IconBrandLinkedin,
  IconBrandTwitter,
  IconCheck,
  IconCopy,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { COPY_CONFIRMATION_MS, NETWORKS, POPUP_FEATURES, shareAddress, type Network } from './share-networks.ts';
import classes from './share-dialog.module.css';

type ShareDialogProps = {
  /** Absolute URL to share. */
  url: string;
  title: string;
  /** Title of the dialog. */
  heading?: string;
  opened: boolean;
  onClose: () => void;
};

const icons: Record<Network, ComponentType<IconProps>> = {
  Facebook: IconBrandFacebook,
  Twitter: IconBrandTwitter,
  LinkedIn: IconBrandLinkedin,
};

/** The share sheet of the system; undefined where the browser has none. */
const shareSheet = (): ((data: ShareData) => Promise<void>) | undefined =>
  'share' in navigator ? (data) => navigator.share(data) : undefined;

/** Shares a URL in three networks or by copying it; on phones also by the share sheet of the system. */
export function ShareDialog({ url, title, heading, opened, onClose }: ShareDialogProps) {
  const { t } = useLanguage();
  const clipboard = useClipboard({ timeout: COPY_CONFIRMATION_MS });
  const isPhone = useBelow('phone');
  const handleClose = useLayer(opened, onClose);
  const share = isPhone ? shareSheet() : undefined;
  return (
    <Modal
      opened={opened}
      onClose={handleClose}
      title={heading ?? t('Share this request')}
      fullScreen={isPhone}
      centered
    >
      <Stack gap="md">
        <div className={classes.networks}>
          {NETWORKS.map((network) => {
            const Icon = icons[network];
            return (
              <Button
                key={network}
                variant="default"
                h={44}
                px="xs"
                leftSection={<Icon size={18} aria-hidden />}
                onClick={() => window.open(shareAddress(network, url, title), '_blank', POPUP_FEATURES)}
              >
                {network}
              </Button>
            );
          })}
        </div>
        <div className={classes.link}>
          <TextInput
            label={t('Link')}
            value={url}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
            className={classes.address}
            size="md"
          />
          <Button
            h={44}
            variant={clipboard.copied ? 'light' : 'filled'}
            className={classes.copy}
            leftSection={clipboard.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            onClick={() => clipboard.copy(url)}
          >
            <span aria-live="polite">{clipboard.copied ? t('Link copied') : t('Copy')}</span>
          </Button>
        </div>
        {share && (
          // Closing the sheet without sharing is not a failure.
          <Button variant="default" h={44} onClick={() => void share({ url, title }).catch(() => {})}>
            {t('More ways to share')}
          </Button>
        )}
      </Stack>
    </Modal>
  );
}
