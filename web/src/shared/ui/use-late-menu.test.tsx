import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLateMenu } from './use-late-menu.ts';

function Bell({ isHere }: { isHere: boolean }) {
  const { button, opened, menu } = useLateMenu(async () => null);
  return (
    <>
      <button type="button" {...button}>
        Bell
      </button>
      {isHere && opened && <div id={`${menu.id}-dropdown`}>News</div>}
    </>
  );
}

const bell = () => screen.getByRole('button', { name: 'Bell' });
const isExpanded = () => bell().getAttribute('aria-expanded');

test.each([
  ['presses Escape', () => fireEvent.keyDown(bell(), { key: 'Escape' })],
  ['goes on', () => fireEvent.blur(bell())],
])('a loading menu is cancelled by a person who %s', (_what, leave) => {
  const { rerender } = render(<Bell isHere={false} />);
  fireEvent.click(bell());
  expect(isExpanded()).toBe('true');
  leave();
  expect(isExpanded()).toBe('false');
  rerender(<Bell isHere />);
  expect(screen.queryByText('News')).toBeNull();
});

test('a menu that is there takes the focus and stays', () => {
  render(<Bell isHere />);
  fireEvent.click(bell());
  fireEvent.blur(bell());
  expect(screen.getByText('News')).toBeTruthy();
  expect(bell().getAttribute('aria-controls')).toBe(screen.getByText('News').id);
});
