import { Button, Code, SimpleGrid, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Code.css';
import '@mantine/core/styles/SimpleGrid.css';
import { useClipboard } from '@mantine/hooks';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { DialogFoot } from '@/shared/ui/dialog/dialog-foot.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { useLastShown } from '@/shared/ui/dialog/use-last-shown.ts';

type RecoveryCodesDialogProps = {
  /** Null closes the dialog. */
  codes: string[] | null;
  onClose: () => void;
};

/** Shows new recovery codes, this once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useLanguage();
  const clipboard = useClipboard();
  const shown = useLastShown(codes) ?? [];
  return (
    <FormDialog opened={codes !== null} onClose={onClose} title={t('Recovery codes')}>
      <Stack gap="md">
        <Text size="sm">
          {t(
            'Keep these codes where you find them without your phone: any of them turns two-step sign-in off. They are shown only now.',
          )}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          {shown.map((code) => (
            <Code key={code} fz="sm" ta="center" p="xs">
              {code}
            </Code>
          ))}
        </SimpleGrid>
        <DialogFoot>
          <Button variant="default" onClick={() => clipboard.copy(shown.join('\n'))}>
            {clipboard.copied ? t('Copied') : t('Copy')}
          </Button>
          <Button onClick={onClose}>{t('I have kept them')}</Button>
        </DialogFoot>
      </Stack>
    </FormDialog>
  );
}
