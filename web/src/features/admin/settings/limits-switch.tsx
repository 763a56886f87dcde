import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import { useDisclosure } from '@mantine/hooks';
import { LIMITS_SWITCH } from '@domain/app-settings.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { useSaveSetting } from './save-setting.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';

type LimitsSwitchProps = { isOn: boolean; canChange: boolean };

/** Switches all limits on or off; asks before switching them off. */
export function LimitsSwitch({ isOn, canChange }: LimitsSwitchProps) {
  const { t } = useLanguage();
  const { mutateAsync, isPending } = useSaveSetting();
  const [isAsking, asking] = useDisclosure(false);
  const turn = (value: boolean) =>
    tellOutcome(mutateAsync({ key: LIMITS_SWITCH, value, expected: isOn }), { done: t('Setting saved') });
  return (
    <>
      <Switch
        size="md"
        label={t('Rate limits')}
        description={t('How often people may do what is in the list below')}
        checked={isOn}
        disabled={!canChange || isPending}
        onChange={() => (isOn ? asking.open() : void turn(true))}
        styles={{ label: { color: 'var(--mantine-color-text)' } }}
      />
      <ConfirmDialog
        opened={isAsking}
        onClose={asking.close}
        title={t('Switch all rate limits off?')}
        confirmLabel={t('Switch off')}
        isDestructive
        onConfirm={() => turn(false)}
      >
        {t('Anybody may then try passwords and codes without end, and post, quote and write as often as they like.')}
      </ConfirmDialog>
    </>
  );
}
