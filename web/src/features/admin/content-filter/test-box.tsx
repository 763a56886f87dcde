import { useState } from 'react';
import { Alert, Button, Group, Select, Stack, Text, Textarea, Title } from '@mantine/core';
import { filterFieldSchema, FILTER_FIELDS, TEST_TEXT_MAX, type FilterField } from '@domain/content-filter.ts';
import { lengthProps } from '@/shared/form/text-length.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useTestText } from './test-text.ts';
import { optionsOf } from './rules-table.ts';
import { VerdictView } from './verdict-view.tsx';
import classes from './content-filter.module.css';

/** Checks a text against the rules as if it were typed into a field. Nothing is stored. */
export function TestBox() {
  const language = useLanguage();
  const { t, number } = language;
  const [text, setText] = useState('');
  const pasted = lengthProps(text, { limit: TEST_TEXT_MAX }, useLanguage());
  const [field, setField] = useState<FilterField>('post_title');
  const { mutate, data, error, isPending } = useTestText();
  const handleTest = () => mutate({ field, text });
  return (
    <section className={classes.panel} aria-label={t('Test a text')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          handleTest();
        }}
      >
        <Stack gap="sm">
          <div>
            <Title order={2} size="h3">
              {t('Test a text')}
            </Title>
            <Text size="sm" c="dimmed">
              {t('Nothing is stored. Enabled rules of the chosen field are applied.')}
            </Text>
          </div>
          <Textarea
            label={t('Text')}
            placeholder={t('Type or paste what somebody might write')}
            description={t('{count} of {max} characters', {
              count: number([...text].length),
              max: number(TEST_TEXT_MAX),
            })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={TEST_TEXT_MAX}
            onPaste={pasted.onPaste}
            onDrop={pasted.onDrop}
            error={pasted.error && language.message(pasted.error)}
            autosize
            minRows={3}
            maxRows={12}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group align="flex-end">
            <Select
              label={t('Field')}
              data={optionsOf(FILTER_FIELDS, language)}
              value={field}
              onChange={(value) => setField(filterFieldSchema.catch('post_title').parse(value))}
              allowDeselect={false}
            />
            <Button type="submit" loading={isPending} disabled={text.trim() === '' || pasted.error !== undefined}>
              {t('Test')}
            </Button>
          </Group>
          <div aria-live="polite">
            {error && (
              <Alert color="red" variant="light" title={t('Failed to test the text')}>
                {language.message(error.message)}
              </Alert>
            )}
            {data && !error && <VerdictView tested={data} />}
          </div>
        </Stack>
      </form>
    </section>
  );
}
