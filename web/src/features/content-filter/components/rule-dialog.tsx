import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { StoredRule } from '../rules-table.ts';
import { RuleForm } from './rule-form.tsx';

type RuleDialogProps = { /** The rule to edit; none to create one. */ rule?: StoredRule; opened: boolean; onClose: () => void };

/** Creates or edits a rule of the content filter (B22). */
export function RuleDialog({ rule, opened, onClose }: RuleDialogProps) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={rule ? 'Edit rule' : 'New rule'}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': 'Close', size: 'lg' }}
    >
      <RuleForm key={rule?.id ?? 'new'} rule={rule} onClose={onClose} />
    </Modal>
  );
}
