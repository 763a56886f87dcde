import { useState } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { LIMIT_WORDS, limitKey, LIMITS_SWITCH, STAFF_SWITCH, type RateLimit } from '@domain/app-settings.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { limitText } from './limit-text.ts';
import { LimitDialog } from './limit-dialog.tsx';
import type { Setting } from './list-settings.ts';
import { LimitsSwitch } from './limits-switch.tsx';
import { StaffSwitch } from './staff-switch.tsx';
import classes from './limits-list.module.css';

type LimitsListProps = { settings: ReadonlyMap<string, Setting>; canChange: boolean };

/** The limits, each with a label, its default where it has another value, and a button to change it. */
export function LimitsList({ settings, canChange }: LimitsListProps) {
  const language = useLanguage();
  const { t } = language;
  const [edited, setEdited] = useState<{ name: string; limit: RateLimit; standard: RateLimit } | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Stack gap="lg">
      <LimitsSwitch isOn={settings.get(LIMITS_SWITCH)?.value === true} canChange={canChange} />
      <StaffSwitch isOn={settings.get(STAFF_SWITCH)?.value === true} canChange={canChange} />
      {!canChange && <Text size="sm">{t('Only a main admin may change these.')}</Text>}
      <ul className={classes.list} aria-label={t('Limits')}>
        {Object.entries(LIMIT_WORDS).map(([name, { label, description }]) => {
          const { value: limit, standard } = settings.get(limitKey(name)) ?? {};
          if (typeof limit !== 'object' || typeof standard !== 'object') return null;
          const [said, saidStandard] = [limitText(limit, language), limitText(standard, language)];
          return (
            <li key={name} className={classes.limit}>
              <div className={classes.words}>
                <Text size="sm" fw={550}>
                  {t(label)}
                </Text>
                <Text size="xs" c="dimmed">
                  {t(description)}
                </Text>
              </div>
              <Group gap="md" wrap="nowrap">
                <div className={classes.value}>
                  <Text size="sm">{said}</Text>
                  {said !== saidStandard && (
                    <Text size="xs" c="dimmed">
                      {t('Default: {limit}', { limit: saidStandard })}
                    </Text>
                  )}
                </div>
                {canChange && (
                  <Button
                    size="xs"
                    variant="default"
                    className={classes.edit}
                    aria-label={t('Edit {label}', { label: t(label) })}
                    onClick={() => {
                      setEdited({ name, limit, standard });
                      setIsOpen(true);
                    }}
                  >
                    {t('Edit')}
                  </Button>
                )}
              </Group>
            </li>
          );
        })}
      </ul>
      {edited && <LimitDialog {...edited} opened={isOpen} onClose={() => setIsOpen(false)} />}
    </Stack>
  );
}
