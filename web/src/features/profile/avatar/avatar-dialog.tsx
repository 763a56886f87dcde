import { useState } from 'react';
import { Button, Slider, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Slider.css';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { DialogFoot } from '@/shared/ui/dialog/dialog-foot.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { useLastShown } from '@/shared/ui/dialog/use-last-shown.ts';
import { useHoldDialog } from '@/shared/ui/dialog/use-hold-dialog.ts';
import { useObjectUrl } from '@/shared/uploads/use-object-url.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { cropAvatar, type CropArea, type CroppedAvatar } from './crop-avatar.ts';
import classes from './avatar.module.css';

type AvatarDialogProps = {
  /** Picked image, or null. */
  file: File | null;
  onClose: () => void;
  /** Resolves once the avatar is stored or refused. */
  onCropped: (cropped: CroppedAvatar) => Promise<void>;
};

const ZOOM_MAX = 3;

/** Crops an image to a square avatar: drag or arrow keys move it, the slider zooms. */
export function AvatarDialog({ file, onClose, onCropped }: AvatarDialogProps) {
  const { t } = useLanguage();
  const shown = useLastShown(file);
  return (
    <FormDialog opened={file !== null} onClose={onClose} title={t('Crop your photo')}>
      {shown && <CropStage file={shown} onClose={onClose} onCropped={onCropped} />}
    </FormDialog>
  );
}

type CropStageProps = AvatarDialogProps & { file: File };

function CropStage({ file, onClose, onCropped }: CropStageProps) {
  const { t } = useLanguage();
  const [isSaving, setIsSaving] = useState(false);
  useHoldDialog(isSaving);
  const address = useObjectUrl(file);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<CropArea | null>(null);
  const handleSave = async () => {
    if (!area) return;
    setIsSaving(true);
    try {
      await onCropped(await cropAvatar(file, area));
    } catch (error) {
      tellFailure(t('Upload failed'), error);
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <Stack gap="md">
      <div className={classes.stage}>
        <Cropper
          image={address}
          crop={crop}
          zoom={zoom}
          maxZoom={ZOOM_MAX}
          aspect={1}
          cropShape="round"
          showGrid={false}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          cropperProps={{ role: 'group', 'aria-label': t('Part of the photo that is shown; arrow keys move it') }}
          mediaProps={{ alt: '' }}
        />
      </div>
      <div>
        <Text size="sm" fw={550} mb={4} aria-hidden>
          {t('Zoom')}
        </Text>
        <Slider
          thumbLabel={t('Zoom')}
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          label={null}
          value={zoom}
          onChange={setZoom}
        />
      </div>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={isSaving}>
          {t('Cancel')}
        </Button>
        <Button onClick={() => void handleSave()} loading={isSaving} disabled={!area}>
          {t('Save photo')}
        </Button>
      </DialogFoot>
    </Stack>
  );
}
