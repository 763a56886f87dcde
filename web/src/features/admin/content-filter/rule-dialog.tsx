import { useLanguage } from '@/shared/i18n/use-language.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { useSaveRule } from './save-rule.ts';
import type { StoredRule } from './rules-table.ts';
import { RuleForm } from './rule-form.tsx';

type RuleDialogProps = {
  /** Rule to edit; undefined creates one. */ rule?: StoredRule;
  opened: boolean;
  onClose: () => void;
};

/** Creates or edits a rule of the content filter. */
export function RuleDialog({ rule, opened, onClose }: RuleDialogProps) {
  const { t } = useLanguage();
  const save = useSaveRule();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={rule ? t('Edit rule') : t('New rule')}
      isPending={save.isPending}
    >
      <RuleForm key={rule?.id ?? 'new'} rule={rule} save={save} onClose={onClose} />
    </FormDialog>
  );
}
