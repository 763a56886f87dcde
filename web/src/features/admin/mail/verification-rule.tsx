import { Fieldset, Switch, Text } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/Fieldset.css';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { verificationRuleQueryOptions } from './get-verification-rule.ts';

/** Whether new accounts have to verify their address. Read-only: the auth server has this in its configuration. */
export function VerificationRule() {
  const { t } = useLanguage();
  const { data: isRequired } = useQuery(verificationRuleQueryOptions);
  return (
    <Fieldset legend={t('Registration')}>
      {typeof isRequired === 'boolean' && (
        <Switch
          size="md"
          checked={isRequired}
          readOnly
          disabled
          label={t('Require email verification on registration')}
          styles={{ label: { color: 'var(--mantine-color-text)' } }}
        />
      )}
      <Text size="sm" c="dimmed" mt={typeof isRequired === 'boolean' ? 'xs' : 0}>
        {t(
          'Email verification is switched on or off in the configuration of the auth server (enable_confirmations), so it cannot be changed here.',
        )}
      </Text>
    </Fieldset>
  );
}
