import { useRef, type FormEvent } from 'react';
import { ActionIcon, Group, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { SEARCH_MAX } from '@domain/limits.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './search-box.module.css';

type SearchBoxProps = {
  search: { input: string; setInput: (input: string) => void; submit: () => void; clear: () => void };
  placeholder: string;
};

/** The search box of the header: Enter or the magnifier submits, emptying it clears the search. */
export function SearchBox({ search, placeholder }: SearchBoxProps) {
  const { t } = useLanguage();
  const field = useRef<HTMLInputElement>(null);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    search.submit();
  };
  const handleClear = () => {
    search.clear();
    field.current?.focus();
  };
  return (
    <form role="search" onSubmit={handleSubmit}>
      <TextInput
        ref={field}
        type="search"
        name="q"
        aria-label={t('Search')}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={SEARCH_MAX}
        classNames={{ input: classes.input }}
        value={search.input}
        onChange={(event) => search.setInput(event.currentTarget.value)}
        rightSectionWidth={search.input ? 88 : 44}
        rightSection={
          <Group gap={0} wrap="nowrap" justify="flex-end" w="100%">
            {search.input && (
              <ActionIcon
                variant="transparent"
                color="gray"
                size={44}
                aria-label={t('Clear search')}
                onClick={handleClear}
              >
                <IconX size={16} />
              </ActionIcon>
            )}
            <ActionIcon type="submit" variant="subtle" color="gray" size={44} aria-label={t('Submit search')}>
              <IconSearch size={18} />
            </ActionIcon>
          </Group>
        }
      />
    </form>
  );
}
