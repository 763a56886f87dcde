import { useState } from 'react';
import { Alert, Button, FileInput, Stack, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { DialogFoot } from '@/shared/ui/dialog/dialog-foot.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { useImportRules, type LineFailure } from './import-rules.ts';
import { readRulesCsv } from './rules-csv.ts';
import classes from './content-filter.module.css';

const FILE_MAX = 2 * 1024 * 1024;
const FAILURES_SHOWN = 100;

type ImportDialogProps = { opened: boolean; onClose: () => void };
type Report = { created: number; updated: number; failures: readonly LineFailure[] };

/** Imports rules from a CSV file and reports why each failed line failed. */
export function ImportDialog({ opened, onClose }: ImportDialogProps) {
  const language = useLanguage();
  const { t } = language;
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const { mutateAsync, isPending, error, reset } = useImportRules();
  const handleClose = () => {
    setFile(null);
    setReport(null);
    reset();
    onClose();
  };
  const handleImport = async () => {
    if (!file) return;
    if (file.size > FILE_MAX) {
      setReport({ created: 0, updated: 0, failures: [{ line: 0, message: t('The file is larger than 2 MB') }] });
      return;
    }
    const { lines, failures } = readRulesCsv(await file.text(), language);
    // A failed request is shown below; the file stays chosen, so the admin can retry.
    const result = await mutateAsync(lines).catch(() => null);
    if (!result) return;
    setReport({ ...result, failures: [...failures, ...result.failures].sort((a, b) => a.line - b.line) });
  };
  return (
    <FormDialog opened={opened} onClose={handleClose} title={t('Import rules')} isPending={isPending}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t(
            'A CSV file as Export makes it: kind, pattern, action, fields, case_sensitive, enabled. A rule with the same kind and pattern is changed, others are added.',
          )}
        </Text>
        <FileInput
          label={t('CSV file')}
          placeholder={t('Choose a file')}
          accept=".csv,text/csv"
          leftSection={<IconFileText size={18} aria-hidden />}
          value={file}
          onChange={(next) => {
            setFile(next);
            setReport(null);
          }}
          clearable
          clearButtonProps={{ 'aria-label': t('Clear the file') }}
          disabled={isPending}
        />
        <div aria-live="polite">
          {error && (
            <Alert color="red" variant="light" title={t('Import failed')}>
              {language.message(error.message)}
            </Alert>
          )}
          {report && <ImportReport report={report} />}
        </div>
        <DialogFoot>
          <Button variant="default" onClick={handleClose} disabled={isPending}>
            {report ? t('Close') : t('Cancel')}
          </Button>
          <Button loading={isPending} disabled={!file || report !== null} onClick={() => void handleImport()}>
            {t('Import')}
          </Button>
        </DialogFoot>
      </Stack>
    </FormDialog>
  );
}

function ImportReport({ report: { created, updated, failures } }: { report: Report }) {
  const { t, message: say } = useLanguage();
  const hasFailures = failures.length > 0;
  return (
    <Alert
      color={hasFailures ? 'yellow' : 'teal'}
      variant="light"
      title={t('{created} added, {updated} changed, {failures} failed', {
        created,
        updated,
        failures: failures.length,
      })}
      classNames={{ title: classes.reportTitle }}
    >
      {hasFailures && (
        <ul className={classes.failures}>
          {failures.slice(0, FAILURES_SHOWN).map(({ line, message }) => (
            <li key={`${line}-${message}`}>
              {line > 0 ? t('Line {line}: {message}', { line, message: say(message) }) : say(message)}
            </li>
          ))}
          {failures.length > FAILURES_SHOWN && (
            <li>{t('… and {failures} more', { failures: failures.length - FAILURES_SHOWN })}</li>
          )}
        </ul>
      )}
    </Alert>
  );
}
