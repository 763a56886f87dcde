import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import { STAFF_SWITCH } from '@domain/app-settings.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useSaveSetting } from './save-setting.ts';

type StaffSwitchProps = { isOn: boolean; canChange: boolean };

/** Makes two-step sign-in compulsory for admins; a main admin has to use it first. */
export function StaffSwitch({ isOn, canChange }: StaffSwitchProps) {
  const { t } = useLanguage();
  const { mutateAsync, isPending } = useSaveSetting();
  return (
    <Switch
      size="md"
      label={t('Two-step sign-in for admins')}
      description={t('Admins without it have no rights of admins until they turn it on in their profile')}
      checked={isOn}
      disabled={!canChange || isPending}
      onChange={() =>
        void tellOutcome(mutateAsync({ key: STAFF_SWITCH, value: !isOn, expected: isOn }), { done: t('Setting saved') })
      }
      styles={{ label: { color: 'var(--mantine-color-text)' } }}
    />
  );
}
