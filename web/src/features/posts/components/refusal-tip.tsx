import type { RefObject } from 'react';
import { Tooltip } from '@mantine/core';
import '@mantine/core/styles/Tooltip.css';
import { useEscape } from '@/shared/ui/use-escape.ts';

type RefusalTipProps = { place: RefObject<HTMLElement | null>; reason: string; opened: boolean; onClose: () => void };

/** Why nothing can be sent, above the button that would. */
export function RefusalTip({ place, reason, opened, onClose }: RefusalTipProps) {
  useEscape(opened, onClose);
  return (
    <Tooltip
      target={place}
      label={reason}
      opened={opened}
      // On a phone a long reason takes two lines.
      multiline
      w="max-content"
      maw="calc(100vw - 2rem)"
    />
  );
}
