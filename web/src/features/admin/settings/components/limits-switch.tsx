import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import { useDisclosure } from '@mantine/hooks';
import { LIMITS_SWITCH } from '@domain/app-settings.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { useSaveSetting } from '../api/save-setting.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';

type LimitsSwitchProps = { isOn: boolean; canChange: boolean };

/** Whether the limits hold at all; asks before they no longer do. */
export function LimitsSwitch({ isOn, canChange }: LimitsSwitchProps) {
  const { mutateAsync, isPending } = useSaveSetting();
  const [isAsking, asking] = useDisclosure(false);
  const turn = (value: boolean) =>
    tellOutcome(mutateAsync({ key: LIMITS_SWITCH, value, expected: isOn }), { done: 'Setting saved' });
  return (
    <>
      <Switch
        size="md"
        label="Rate limits"
        description="How often people may do what is in the list below"
        checked={isOn}
        disabled={!canChange || isPending}
        onChange={() => (isOn ? asking.open() : void turn(true))}
        styles={{ label: { color: 'var(--mantine-color-text)' } }}
      />
      <ConfirmDialog
        opened={isAsking}
        onClose={asking.close}
        title="Switch all rate limits off?"
        confirmLabel="Switch off"
        isDestructive
        onConfirm={() => turn(false)}
      >
        Anybody may then try passwords and codes without end, and post, quote and write as often as they like.
      </ConfirmDialog>
    </>
  );
}
