import type { RefObject } from 'react';
import { Tooltip } from '@mantine/core';
import '@mantine/core/styles/Tooltip.css';
import { useEscape } from '@/shared/ui/use-escape.ts';

type RefusalTipProps = { place: RefObject<HTMLElement | null>; reason: string; opened: boolean; onClose: () => void };

/** Tooltip above the disabled button: why no quote can be sent. */
export function RefusalTip({ place, reason, opened, onClose }: RefusalTipProps) {
  useEscape(opened, onClose);
  return (
    <Tooltip
      target={place}
      label={reason}
      opened={opened}
      // Long reasons take two lines on a phone.
      multiline
      w="max-content"
      maw="calc(100vw - 2rem)"
    />
  );
}
