import { Button, type ButtonProps, type ElementProps } from '@mantine/core';
import { IconFilter2 } from '@tabler/icons-react';
import { PlainCount } from './plain/plain-count.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';

type FiltersButtonProps = ButtonProps &
  ElementProps<'button', keyof ButtonProps> & {
    label: string;
    /** Number of active filters. */
    active: number;
  };

/** Opens hidden filters and shows how many are active. */
export function FiltersButton({ label, active, ...rest }: FiltersButtonProps) {
  const { t } = useLanguage();
  return (
    <Button
      {...rest}
      variant="default"
      leftSection={<IconFilter2 size={18} aria-hidden />}
      rightSection={active > 0 && <PlainCount count={active} />}
      aria-label={active > 0 ? t('{label}, {active} active', { label, active }) : undefined}
    >
      {label}
    </Button>
  );
}
