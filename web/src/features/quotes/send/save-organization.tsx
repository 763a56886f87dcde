import { Button, Group, Text } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import type { QuoteValues } from '@domain/quote.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import type { OrganizationFacts, ValidQuote } from './quote-defaults.ts';

async function saveOrganization({ userId, organization, taxCode }: OrganizationFacts & { userId: number }) {
  dataOf(await supabase.from('accounts').update({ organization, tax_code: taxCode }).eq('profile_id', userId));
}

type SaveOrganizationProps = { userId: number; form: UseFormReturn<QuoteValues, unknown, ValidQuote> };

/** Offers to save the organization of the form in the profile, which quotes of an organization need. */
export function SaveOrganization({ userId, form: { trigger, getValues } }: SaveOrganizationProps) {
  const { t } = useLanguage();
  const { mutate, isPending } = useWrite(saveOrganization, [keys.session.user]);
  const handleSave = async () => {
    if (!(await trigger(['organizationName', 'taxCode'], { shouldFocus: true }))) return;
    const { organizationName, taxCode } = getValues();
    mutate(
      { userId, organization: organizationName.trim(), taxCode: taxCode.trim() },
      {
        onSuccess: () => toast({ title: t('Profile updated') }),
        onError: (error) => tellFailure(t('Error updating profile'), error),
      },
    );
  };
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed" flex="1 1 16rem">
        {t('Quotes of an organization need both in your profile.')}
      </Text>
      <Button variant="default" loading={isPending} onClick={() => void handleSave()}>
        {t('Save in my profile')}
      </Button>
    </Group>
  );
}
