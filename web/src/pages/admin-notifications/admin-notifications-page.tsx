import { Stack, Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { BroadcastForm } from '@/features/admin/broadcasts/broadcast-form.tsx';
import { BroadcastHistory } from '@/features/admin/broadcasts/broadcast-history.tsx';
import { NotificationSwitches } from '@/features/admin/broadcasts/notification-switches.tsx';
import { oneOf } from '@/shared/address/param.ts';
import { useAddress } from '@/shared/address/use-address.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';

const notificationsAddress = { tab: oneOf(['compose', 'history', 'system'], 'compose') };

/** Broadcasts, their history, and the automatic notifications. */
export function AdminNotificationsPage() {
  const { t } = useLanguage();
  const [{ tab }, change] = useAddress(notificationsAddress);
  return (
    <Stack gap="lg">
      <PageTitle title={t('Notifications')}>{t('Write to many users at once, at most 10 times a day.')}</PageTitle>
      <Tabs
        value={tab}
        onChange={(name) =>
          change({ tab: notificationsAddress.tab.read(name ?? '') }, { isAlone: true, replace: true })
        }
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="compose">{t('Compose')}</Tabs.Tab>
          <Tabs.Tab value="history">{t('History')}</Tabs.Tab>
          <Tabs.Tab value="system">{t('System notifications')}</Tabs.Tab>
        </Tabs.List>
        {/* Kept mounted, so that the text survives a change of tab. */}
        <Tabs.Panel value="compose">
          <BroadcastForm />
        </Tabs.Panel>
        <Tabs.Panel value="history">{tab === 'history' && <BroadcastHistory />}</Tabs.Panel>
        <Tabs.Panel value="system">{tab === 'system' && <NotificationSwitches />}</Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
