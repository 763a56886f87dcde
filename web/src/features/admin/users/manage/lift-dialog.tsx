import { useState } from 'react';
import { Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { useAtOpening } from '@/shared/ui/dialog/use-at-opening.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import type { User } from '../shown-user.ts';
import { hiddenWithSuspensionQueryOptions } from './count-hidden-with-suspension.ts';
import { useLiftSuspension } from './lift-suspension.ts';

type LiftDialogProps = { user: User; opened: boolean; onClose: () => void };

/** Confirms the end of a suspension, and offers to bring back what was hidden with it. */
export function LiftDialog({ user: current, opened, onClose }: LiftDialogProps) {
  const { t, plural, number } = useLanguage();
  const lift = useLiftSuspension();
  const user = useAtOpening(current, opened);
  const counting = useQuery({ ...hiddenWithSuspensionQueryOptions(user.id), enabled: opened });
  const hidden = counting.data;
  // A count of an earlier visit that is 0 could be too old.
  const isCounting = !hidden && counting.isFetching;
  const [bringsBack, setBringsBack] = useState(true);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('Lift suspension')}
      confirmLabel={t('Lift suspension')}
      isHeld={isCounting}
      onConfirm={() =>
        tellOutcome(lift.mutateAsync({ user, bringsBack: hidden !== 0 && bringsBack }), {
          done: t('Suspension lifted'),
        })
      }
    >
      <Stack gap="md">
        <Text inherit>
          {t('{username} can write again at once, and is told by mail.', { username: user.username })}
        </Text>
        {isCounting && <Skeleton height={20} />}
        {!isCounting && counting.error && (
          <ErrorState
            title={t('What was hidden with it could not be counted')}
            message={counting.error.message}
            onRetry={() => void counting.refetch()}
          />
        )}
        {!isCounting && hidden !== 0 && (
          <Checkbox
            label={
              hidden === undefined
                ? t('Bring back what was hidden with it')
                : plural(
                    hidden,
                    {
                      one: 'Bring back {n} post, question or review that was hidden with it',
                      other: 'Bring back {n} posts, questions and reviews that were hidden with it',
                    },
                    { n: number(hidden) },
                  )
            }
            checked={bringsBack}
            onChange={(event) => setBringsBack(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
