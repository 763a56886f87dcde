import { Stack, Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useQuery } from '@tanstack/react-query';
import { emailSettingsQueryOptions } from '@/features/admin/mail/get-email-settings.ts';
import { EmailSettingsForm } from '@/features/admin/mail/email-settings-form.tsx';
import { mailQueueQueryOptions } from '@/features/admin/mail/get-mail-queue.ts';
import { MailLog } from '@/features/admin/mail/mail-log.tsx';
import { MailQueue } from '@/features/admin/mail/mail-queue.tsx';
import { MailTemplateList } from '@/features/admin/mail/mail-template-list.tsx';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { SheetSkeleton } from '@/shared/ui/state/sheet-skeleton.tsx';
import { oneOf } from '@/shared/address/param.ts';
import { useAddress } from '@/shared/address/use-address.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';

const emailSettingsAddress = { tab: oneOf(['sending', 'templates', 'log'], 'sending') };

/** Mail settings, templates and delivery log. */
export function AdminEmailSettingsPage() {
  const { t } = useLanguage();
  const [{ tab }, change] = useAddress(emailSettingsAddress);
  const { data, isPending, error, refetch } = useQuery(emailSettingsQueryOptions);
  // It stands above the others, which would move when it came later.
  const { data: queue, isPending: isQueuePending } = useQuery(mailQueueQueryOptions);
  return (
    <Stack gap="lg">
      <PageTitle title={t('Email settings')}>
        {t('Sender, provider, texts and delivery of all mails except those for signing in.')}
      </PageTitle>
      <Tabs
        value={tab}
        onChange={(name) =>
          change({ tab: emailSettingsAddress.tab.read(name ?? '') }, { isAlone: true, replace: true })
        }
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="sending">{t('Sending', {}, 'tab')}</Tabs.Tab>
          <Tabs.Tab value="templates">{t('Templates')}</Tabs.Tab>
          <Tabs.Tab value="log">{t('Delivery log')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="sending">
          {queue && <MailQueue queue={queue} />}
          {(isPending || isQueuePending) && <SheetSkeleton label={t('Loading email settings')} />}
          {error && (
            <ErrorState
              title={t('Failed to load email settings')}
              message={error.message}
              onRetry={() => void refetch()}
            />
          )}
          {data && !isQueuePending && <EmailSettingsForm stored={data} />}
        </Tabs.Panel>
        <Tabs.Panel value="templates">
          {tab === 'templates' && <MailTemplateList footerAddress={data?.footer_address ?? ''} />}
        </Tabs.Panel>
        <Tabs.Panel value="log">
          {tab === 'log' && !isQueuePending && (
            <>
              {queue && <MailQueue queue={queue} />}
              <MailLog />
            </>
          )}
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
