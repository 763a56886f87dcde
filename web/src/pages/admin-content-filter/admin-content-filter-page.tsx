import { useState } from 'react';
import { Stack } from '@mantine/core';
import { FlaggedList } from '@/features/admin/content-filter/flagged-list.tsx';
import { HitsList } from '@/features/admin/content-filter/hits-list.tsx';
import { RulesList } from '@/features/admin/content-filter/rules-list.tsx';
import type { StoredRule } from '@/features/admin/content-filter/rules-table.ts';
import { TestBox } from '@/features/admin/content-filter/test-box.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';

/** The content filter: rules, a box to test a text, flagged texts to review, and what the rules found. */
export function AdminContentFilterPage() {
  const { t } = useLanguage();
  const [rule, setRule] = useState<StoredRule | null>(null);
  const handleShowHits = (next: StoredRule) => {
    setRule(next);
    document.getElementById('hits')?.scrollIntoView();
  };
  return (
    <Stack gap="xl">
      <PageTitle title={t('Content filter')}>
        {t('What people write is checked when it is stored: blocked, masked, or flagged for review.')}
      </PageTitle>
      <TestBox />
      <RulesList onShowHits={handleShowHits} />
      <FlaggedList />
      <HitsList key={rule?.id ?? 0} rule={rule} onAllRules={() => setRule(null)} />
    </Stack>
  );
}
