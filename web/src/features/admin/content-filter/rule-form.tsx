import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Button, Checkbox, Stack } from '@mantine/core';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import {
  BUILT_INS,
  contentRuleSchema,
  FILTER_FIELDS,
  RULE_PATTERN_MAX,
  type ContentRule,
} from '@domain/content-filter.ts';
import { fallbackText } from '@domain/input.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { CheckboxField } from '@/shared/form/checkbox-field.tsx';
import { markFields } from '@/shared/form/mark-fields.ts';
import { SelectField } from '@/shared/form/select-field.tsx';
import { TextField } from '@/shared/form/text-field.tsx';
import { useField } from '@/shared/form/use-field.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { textAt } from '@/shared/text/text-at.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { useLastShown } from '@/shared/ui/dialog/use-last-shown.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { DialogFoot } from '@/shared/ui/dialog/dialog-foot.tsx';
import type { useSaveRule } from './save-rule.ts';
import { RulePreview } from './rule-preview.tsx';
import { actionOptions, kindOptions, optionsOf, type StoredRule } from './rules-table.ts';

const NEW_RULE: z.input<typeof contentRuleSchema> = {
  kind: 'word',
  pattern: '',
  action: 'block',
  fields: ['post_title', 'post_description', 'quote', 'message', 'review'],
  isCaseSensitive: false,
  isEnabled: true,
  isTrial: true,
};

const HINTS: Readonly<Record<string, string>> = {
  word: msg('Found as a whole word, whatever its accents, look-alike letters or hidden characters.'),
  phrase: msg('Words in this order; blanks and punctuation between them do not matter.'),
  regex: msg('A regular expression without look-around and back references; at most 50 ms for a text.'),
};

type RuleFormProps = {
  /** Rule to edit; undefined creates one. */
  rule?: StoredRule;
  save: Pick<ReturnType<typeof useSaveRule>, 'mutateAsync' | 'isPending'>;
  onClose: () => void;
};

/** The fields of a rule. Mounted only while its dialog is open. */
export function RuleForm({ rule, save: { mutateAsync, isPending }, onClose }: RuleFormProps) {
  const language = useLanguage();
  const { t } = language;
  // What the form may replace is what it began with.
  const [read] = useState(rule);
  const form = useForm<z.input<typeof contentRuleSchema>, unknown, ContentRule>({
    defaultValues: rule ?? NEW_RULE,
    resolver: zodResolver(contentRuleSchema, fallbackText),
  });
  const { control, handleSubmit, setValue, formState } = form;
  const values = useWatch({ control });
  const fields = useField({ control, name: 'fields' });
  const fieldsError = fields.fieldState.error?.message;
  const { kind = 'word', isEnabled } = values;
  const [toConfirm, setToConfirm] = useState<{ rule: ContentRule; question: string } | null>(null);
  const asked = useLastShown(toConfirm);
  const handleSave = (valid: ContentRule, isConfirmed = false) =>
    mutateAsync({ stored: read, rule: valid, isConfirmed }).then(
      () => {
        toast({ title: t('Success'), message: rule ? t('Rule saved') : t('Rule created') });
        onClose();
      },
      (error: Error) => {
        if (error instanceof AppError && textAt(error.details, 'code') === 'confirmation_needed') {
          setToConfirm({ rule: valid, question: error.message });
          return;
        }
        markFields(form, error);
        tellFailure(t('Error saving rule'), error);
      },
    );
  return (
    <form onSubmit={(event) => void handleSubmit((valid) => handleSave(valid))(event)} noValidate>
      <Stack gap="md">
        <SelectField
          control={control}
          name="kind"
          label={t('Kind')}
          data={kindOptions(language)}
          allowDeselect={false}
          onChange={(next) => setValue('pattern', next === 'built_in' ? 'email' : '', { shouldDirty: true })}
        />
        {kind === 'built_in' ? (
          <SelectField
            control={control}
            name="pattern"
            label={t('Looks for')}
            data={optionsOf(BUILT_INS, language)}
            allowDeselect={false}
          />
        ) : (
          <TextField
            control={control}
            name="pattern"
            label={t('Pattern')}
            description={HINTS[kind] && t(HINTS[kind])}
            maxLength={RULE_PATTERN_MAX}
            autoComplete="off"
            spellCheck={false}
            withAsterisk
            data-autofocus
          />
        )}
        <SelectField
          control={control}
          name="action"
          label={t('Action', {}, 'rule')}
          data={actionOptions(language)}
          allowDeselect={false}
        />
        <Checkbox.Group
          label={t('Fields')}
          value={[...fields.field.value]}
          onChange={fields.field.onChange}
          readOnly={fields.readOnly}
          error={fieldsError && language.message(fieldsError)}
        >
          <Stack gap="xs" mt={4}>
            {optionsOf(FILTER_FIELDS, language).map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
        {kind !== 'built_in' && (
          <CheckboxField control={control} name="isCaseSensitive" label={t('Capital and small letters differ')} />
        )}
        <CheckboxField control={control} name="isEnabled" label={t('Enabled')} />
        {isEnabled && (
          <CheckboxField
            control={control}
            name="isTrial"
            label={t('Trial: counts hits and changes nothing')}
            description={t('In quotes and messages it counts nothing either.')}
          />
        )}
        <RulePreview id={rule?.id ?? null} values={values} />
        <DialogFoot>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isPending} disabled={!formState.isDirty}>
            {rule ? t('Save') : t('Create rule')}
          </Button>
        </DialogFoot>
      </Stack>
      <ConfirmDialog
        opened={toConfirm !== null}
        onClose={() => setToConfirm(null)}
        title={t('Save this rule?')}
        confirmLabel={t('Save anyway')}
        isDestructive
        onConfirm={() => (asked ? handleSave(asked.rule, true) : undefined)}
      >
        {language.message(asked?.question ?? '')}
      </ConfirmDialog>
    </form>
  );
}
