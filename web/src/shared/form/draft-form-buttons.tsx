import { Button, Group, Text, type ButtonProps } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './form-layout.module.css';

type DraftFormButtonsProps = {
  submitLabel: string;
  /** Replaces the label while sending; without it, a spinner covers the label. */
  submittingLabel?: string;
  /** Whether sending has to wait, for example for uploads. */
  isHeld: boolean;
  /** Id of the text that says why. */
  heldReasonId?: string | undefined;
  isDirty: boolean;
  /** Whether the form opened with a draft. */
  isRestored: boolean;
  isSubmitting: boolean;
  onDiscard: () => void;
  onCancel: () => void;
};

/** The foot of a dialog form with a draft, always in view: discard (once something is typed), cancel, send. */
export function DraftFormButtons({
  submitLabel,
  submittingLabel,
  isHeld,
  heldReasonId,
  isDirty,
  isRestored,
  isSubmitting,
  onDiscard,
  onCancel,
}: DraftFormButtonsProps) {
  const { t } = useLanguage();
  const pending: ButtonProps = submittingLabel === undefined ? { loading: isSubmitting } : {};
  return (
    <Group justify="space-between" gap="xs" className={classes.foot}>
      {isDirty && (
        <Group gap={4} className={classes.draft}>
          {isRestored && (
            <Text size="sm" c="dimmed" role="status" className={classes.restored}>
              {t('Draft restored')}
            </Text>
          )}
          <Button variant="subtle" color="gray" onClick={onDiscard} disabled={isSubmitting}>
            {t('Discard draft')}
          </Button>
        </Group>
      )}
      <Group gap="xs" ml="auto">
        <Button variant="default" onClick={onCancel} disabled={isSubmitting}>
          {t('Cancel')}
        </Button>
        <Button
          type="submit"
          {...pending}
          disabled={isHeld || (submittingLabel !== undefined && isSubmitting)}
          aria-describedby={heldReasonId}
        >
          {isSubmitting ? (submittingLabel ?? submitLabel) : submitLabel}
        </Button>
      </Group>
    </Group>
  );
}
