import { useState } from 'react';
import { Badge, Box, Button, Card, Group, Skeleton, Stack, Switch, Text } from '@mantine/core';
import '@mantine/core/styles/Card.css';
import '@mantine/core/styles/Switch.css';
import { useQuery } from '@tanstack/react-query';
import { DEFAULT_LOCALE, type Locale } from '@domain/locale.ts';
import { carriesSecret, mailIn } from '@domain/mail-templates.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useLastShown } from '@/shared/ui/dialog/use-last-shown.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { mailTemplatesQueryOptions, type StoredMailTemplate } from './list-mail-templates.ts';
import { useSaveMailTemplate } from './save-mail-template.ts';
import { useMailLocale } from './use-mail-locale.ts';
import { MailLanguage } from './mail-language.tsx';
import { MailTemplateEditor } from './mail-template-editor.tsx';

const ROWS = 6;

/** Every mail with its switch and an editor for its text in each language. */
export function MailTemplateList({ footerAddress }: { footerAddress: string }) {
  const [locale, setLocale] = useMailLocale();
  return (
    <Stack gap="md" align="flex-start">
      <MailLanguage value={locale} onChange={setLocale} />
      <Box w="100%">
        <TemplatesInLanguage locale={locale} footerAddress={footerAddress} />
      </Box>
    </Stack>
  );
}

function TemplatesInLanguage({ locale, footerAddress }: { locale: Locale; footerAddress: string }) {
  const { t } = useLanguage();
  const { data, isPending, error, refetch } = useQuery(mailTemplatesQueryOptions(locale));
  const { data: english } = useQuery(mailTemplatesQueryOptions(DEFAULT_LOCALE));
  const [edited, setEdited] = useState<string | null>(null);
  const lastEdited = useLastShown(edited);
  if (isPending) {
    return (
      <Stack gap="sm" role="status" aria-busy aria-label={t('Loading templates')}>
        {Array.from({ length: ROWS }, (_, row) => (
          <Skeleton key={row} height={72} radius="md" />
        ))}
      </Stack>
    );
  }
  if (error)
    return <ErrorState title={t('Failed to load templates')} message={error.message} onRetry={() => void refetch()} />;
  const storedIn = (list: readonly StoredMailTemplate[] | undefined) =>
    list?.find(({ template }) => template === lastEdited);
  const shown = data.filter(({ template }) => template !== 'test');
  return (
    <>
      <Stack gap="sm" component="ul" p={0} m={0}>
        {shown.map((stored) => (
          <MailTemplateRow
            key={stored.template}
            stored={stored}
            locale={locale}
            onEdit={() => setEdited(stored.template)}
          />
        ))}
      </Stack>
      <MailTemplateEditor
        opened={edited !== null}
        stored={storedIn(data)}
        locale={locale}
        english={storedIn(english)}
        footerAddress={footerAddress}
        onClose={() => setEdited(null)}
      />
    </>
  );
}

function descriptionOf({
  template,
  is_always_sent: isAlwaysSent,
  is_optional: isOptional,
}: StoredMailTemplate): string {
  if (carriesSecret(template)) return msg('Always sent: nobody could register or sign in again without it');
  if (isAlwaysSent) return msg('Always sent: it is about the security of an account, or a decision about it');
  return isOptional ? msg('Optional: carries a link to unsubscribe') : msg('Always sent while it is on');
}

type MailTemplateRowProps = { stored: StoredMailTemplate; locale: Locale; onEdit: () => void };

function MailTemplateRow({ stored, locale, onEdit }: MailTemplateRowProps) {
  const { t, locale: ownLocale } = useLanguage();
  const save = useSaveMailTemplate();
  const label = mailIn(ownLocale, stored.template)?.template.label ?? stored.template;
  const isEnabled = save.isPending ? save.variables.isEnabled : stored.is_enabled;
  const handleSwitch = (isOn: boolean) =>
    void tellOutcome(
      save.mutateAsync({
        stored,
        isEnabled: isOn,
        subject: stored.subject,
        body: stored.body,
        locale,
      }),
      { done: t('Email settings saved'), failed: t('Error saving email settings') },
    );
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" wrap="nowrap" gap="md">
        <Switch
          size="md"
          checked={isEnabled}
          disabled={stored.is_always_sent}
          onChange={(event) => handleSwitch(event.currentTarget.checked)}
          label={label}
          description={t(descriptionOf(stored))}
        />
        <Group gap="sm" wrap="nowrap">
          {stored.subject !== null && (
            <Badge variant="dot" visibleFrom="xs">
              {t('Changed')}
            </Badge>
          )}
          <Button variant="default" h={{ base: 44, xs: 36 }} onClick={onEdit} aria-label={t('Edit {label}', { label })}>
            {t('Edit')}
          </Button>
        </Group>
      </Group>
      {stored.subject !== null && (
        <Text size="xs" c="dimmed" mt={4} hiddenFrom="xs">
          {t('Text changed')}
        </Text>
      )}
    </Card>
  );
}
