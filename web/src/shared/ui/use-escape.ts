import { useEffect } from 'react';

/** Closes something with the Escape key while it is open. */
export function useEscape(isOpen: boolean, onClose: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const handleKey = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isOpen, onClose]);
}
