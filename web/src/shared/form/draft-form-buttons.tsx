import { Button, Group } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './form-layout.module.css';

type DraftFormButtonsProps = {
  submitLabel: string;
  isDirty: boolean;
  isSubmitting: boolean;
  /** Submitting waits for pending uploads. */
  isUploading: boolean;
  onDiscard: () => void;
  onCancel: () => void;
};

/** Buttons of a dialog form with a draft: discard (once something is typed), cancel, send. */
export function DraftFormButtons({
  submitLabel,
  isDirty,
  isSubmitting,
  isUploading,
  onDiscard,
  onCancel,
}: DraftFormButtonsProps) {
  const { t } = useLanguage();
  return (
    <Group justify="space-between" className={classes.buttons}>
      {isDirty && (
        <Button variant="subtle" color="gray" onClick={onDiscard} disabled={isSubmitting}>
          {t('Discard draft')}
        </Button>
      )}
      <Group gap="xs" ml="auto">
        <Button variant="default" onClick={onCancel} disabled={isSubmitting}>
          {t('Cancel')}
        </Button>
        <Button type="submit" loading={isSubmitting} disabled={isUploading}>
          {submitLabel}
        </Button>
      </Group>
    </Group>
  );
}
