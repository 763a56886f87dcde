import { Button, NativeSelect, Stack } from '@mantine/core';
import type { DigestTime } from '@domain/notification-choices.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { browserZone, useSaveDigestTime } from './digest-time.ts';
import classes from './notification-preferences.module.css';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const readable = (zone: string) => zone.replaceAll('_', ' ');

/** The hour of daily and weekly mails, in the time zone that the browser has at a choice. */
export function DigestTimeField({ time }: { time: DigestTime }) {
  const { t, date } = useLanguage();
  const save = useSaveDigestTime();
  const zone = browserZone();
  const handleChoice = (hour?: number) =>
    void tellOutcome(save.mutateAsync({ hour, timeZone: zone }), { failed: t('Your choice was not saved') });
  return (
    <Stack gap={4} align="flex-start">
      <NativeSelect
        classNames={{ wrapper: classes.hour }}
        label={t('Time of daily and weekly mails')}
        description={
          time.timeZone === null
            ? t('In UTC, until you choose: then in the time zone of your browser, {zone}', { zone: readable(zone) })
            : t('In {zone}, the time zone of your browser when you chose', { zone: readable(time.timeZone) })
        }
        inputWrapperOrder={['label', 'input', 'description']}
        value={(save.isPending ? save.variables.hour : undefined) ?? time.hour}
        data={HOURS.map((hour) => ({
          value: String(hour),
          label: date(new Date(Date.UTC(2000, 0, 1, hour)), { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }),
        }))}
        onChange={(event) => handleChoice(Number(event.currentTarget.value))}
      />
      {(time.timeZone ?? 'UTC') !== zone && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.zone}
          loading={save.isPending}
          onClick={() => handleChoice()}
        >
          {t('Use {zone}', { zone: readable(zone) })}
        </Button>
      )}
    </Stack>
  );
}
