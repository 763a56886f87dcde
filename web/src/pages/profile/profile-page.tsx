import { Stack, Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useQuery } from '@tanstack/react-query';
import { MutedThings } from '@/features/mutes/muted-things.tsx';
import { useTakeZone } from '@/features/profile/notification-preferences/digest-time.ts';
import { notificationPreferencesQueryOptions } from '@/features/profile/notification-preferences/get-notification-preferences.ts';
import { FirstPassword } from '@/features/auth/reset/first-password.tsx';
import { NotificationPreferencesPanel } from '@/features/profile/notification-preferences/notification-preferences-panel.tsx';
import { SavedSearchList } from '@/features/saved-searches/saved-search-list.tsx';
import { SecurityPanel } from '@/features/profile/security/security-panel.tsx';
import { oneOf } from '@/shared/address/param.ts';
import { useAddress } from '@/shared/address/use-address.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import { ProfilePanel } from './profile-panel.tsx';

const profileAddress = { tab: oneOf(['profile', 'security', 'notifications'], 'profile') };

/** Profile, security and notification settings of the signed-in user. */
export function ProfilePage() {
  const me = useCurrentUser();
  return me.status === 'user' ? <Profile user={me.user} /> : null;
}

function Profile({ user }: { user: CurrentUser }) {
  const { t } = useLanguage();
  const [{ tab }, change] = useAddress(profileAddress);
  const takeZone = useTakeZone();
  const { data: preferences } = useQuery({
    ...notificationPreferencesQueryOptions,
    enabled: tab === 'notifications',
  });
  return (
    <Stack gap="lg">
      <PageTitle title={t('Profile')}>{t('What others see of you, and how you sign in')}</PageTitle>
      {/* Panels with input stay mounted: it survives a change of tab, and leaving the page asks about it. */}
      <Tabs
        value={tab}
        keepMountedMode="display-none"
        onChange={(value) => change({ tab: profileAddress.tab.read(value ?? '') }, { isAlone: true, replace: true })}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="profile">{t('Profile')}</Tabs.Tab>
          <Tabs.Tab value="security">{t('Security')}</Tabs.Tab>
          <Tabs.Tab value="notifications">{t('Notifications')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="profile">
          <ProfilePanel user={user} isShown={tab === 'profile'} />
        </Tabs.Panel>
        <Tabs.Panel value="security">
          <SecurityPanel firstPassword={<FirstPassword email={user.email} />} />
        </Tabs.Panel>
        <Tabs.Panel value="notifications">
          {tab === 'notifications' && (
            <Stack gap="lg">
              <SavedSearchList
                preference={preferences?.find(({ kind }) => kind === 'saved_search')}
                onCollected={takeZone}
              />
              <MutedThings />
              <NotificationPreferencesPanel />
            </Stack>
          )}
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
