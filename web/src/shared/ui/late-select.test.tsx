import { useState } from 'react';
import { MantineProvider, Select } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { themeIn } from '@/shared/theme.ts';
import type { loadCode as LoadCode } from '@/shared/lazy/load-code.ts';
import type { LateSelect as LateSelectComponent } from './late-select.tsx';

const FRUITS = ['Apple', 'Banana', 'Cherry'].map((label) => ({ value: label.toLowerCase(), label }));

let LateSelect: typeof LateSelectComponent;

/** The page before anything was fetched ahead. */
beforeEach(async () => {
  vi.resetModules();
  ({ LateSelect } = await import('./late-select.tsx'));
});
afterEach(() => vi.restoreAllMocks());

const theme = themeIn(ENGLISH);

function Fruit({ isSearchable = false, start = null }: { isSearchable?: boolean; start?: string | null }) {
  const [value, setValue] = useState(start);
  return (
    <MantineProvider theme={theme} env="test">
      <LateSelect
        label="Fruit"
        placeholder="Any fruit"
        data={() => FRUITS}
        value={value}
        onChange={setValue}
        searchable={isSearchable}
        clearable={isSearchable}
        clearButtonProps={{ 'aria-label': 'Clear fruit' }}
        size="md"
      />
      <button>Next</button>
    </MantineProvider>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Fruit' });
/** The list is there. Its code is waited for as long as it takes, the list itself is not. */
const showsOptions = async (check: (options: HTMLElement[]) => void) => {
  await vi.dynamicImportSettled();
  await waitFor(() => check(screen.getAllByRole('option')));
};
const isOpen = () => showsOptions((options) => expect(options).not.toHaveLength(0));

/** The markup without what differs from one drawing to the next, and without the field that forms send. */
const markup = (element: Element) =>
  element.outerHTML.replaceAll(/mantine-\w+-target|(id|for|aria-labelledby|value)="[^"]*"/g, '');

describe('a select that is drawn when it is used', () => {
  test('a late select that nobody has used follows its value and the language', () => {
    const at = (value: string, labels: string[]) => (
      <MantineProvider theme={theme} env="test">
        <LateSelect
          label="Fruit"
          data={() => FRUITS.map((fruit, index) => ({ ...fruit, label: labels[index] ?? '' }))}
          value={value}
          onChange={() => undefined}
        />
      </MantineProvider>
    );
    const { rerender } = render(at('apple', ['Apple', 'Banana']));
    expect(field().value).toBe('Apple');
    rerender(at('apple', ['Táo', 'Chuối']));
    expect(field().value).toBe('Táo');
    rerender(at('banana', ['Táo', 'Chuối']));
    expect(field().value).toBe('Chuối');
  });

  test.each([true, false])('a late select looks and reads as the select does (searchable: %s)', (isSearchable) => {
    const late = render(<Fruit isSearchable={isSearchable} />);
    const standIn = markup(field().closest('.mantine-Select-root') ?? field());
    late.unmount();
    render(
      <MantineProvider theme={theme} env="test">
        <Select
          label="Fruit"
          placeholder="Any fruit"
          data={FRUITS}
          value={null}
          searchable={isSearchable}
          clearable={isSearchable}
          size="md"
        />
      </MantineProvider>,
    );
    expect(standIn).toBe(markup(field().closest('.mantine-Select-root') ?? field()));
  });

  test('a late select is drawn once a mouse points at it, opens with a press, and chooses', async () => {
    render(<Fruit start="banana" />);
    const standIn = field();
    expect(standIn.value).toBe('Banana');
    await userEvent.hover(standIn);
    await vi.dynamicImportSettled();
    await waitFor(() => expect(standIn.isConnected).toBe(false));
    await userEvent.click(field());
    await isOpen();
    await userEvent.click(screen.getByRole('option', { name: 'Cherry' }));
    await waitFor(() => expect(field().value).toBe('Cherry'));
    expect(document.activeElement).toBe(field());
  });

  test.each(['{Enter}', '{ArrowDown}', ' '])(
    'a late select opens by keyboard: %j, and keeps the focus',
    async (key) => {
      render(<Fruit />);
      await userEvent.tab();
      await userEvent.keyboard(key);
      await isOpen();
      expect(document.activeElement).toBe(field());
    },
  );

  test('a late select opens by keyboard also when its code is there', async () => {
    render(<Fruit />);
    await vi.dynamicImportSettled();
    await userEvent.tab();
    expect(document.activeElement).toBe(field());
    expect(screen.queryByRole('option')).toBeNull();
    await userEvent.keyboard('{Enter}');
    await isOpen();
  });

  test('a late select keeps what was typed before its code was there', async () => {
    render(<Fruit isSearchable />);
    fireEvent.focus(field());
    field().focus();
    fireEvent.change(field(), { target: { value: 'ch' } });
    await showsOptions((options) => expect(options).toHaveLength(1));
    expect(field().value).toBe('ch');
    expect(document.activeElement).toBe(field());
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(field().value).toBe('Cherry'));
  });

  test('a late select offers to clear a value that it has from the start', async () => {
    render(<Fruit isSearchable start="apple" />);
    await vi.dynamicImportSettled();
    await userEvent.click(await screen.findByLabelText('Clear fruit'));
    await waitFor(() => expect(field().value).toBe(''));
  });

  test.each([
    ['clicked', () => userEvent.click(field())],
    ['reached by keyboard', () => userEvent.tab()],
  ])('text typed into a searchable select that was %s replaces the choice, and Enter chooses', async (_how, reach) => {
    render(<Fruit isSearchable start="apple" />);
    await screen.findByLabelText('Clear fruit');
    await reach();
    await userEvent.keyboard('ch');
    expect(field().value).toBe('ch');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(field().value).toBe('Cherry'));
  });

  test.each(['Banana', '{Backspace}'])('Enter after %s over the choice keeps it', async (typed) => {
    render(<Fruit isSearchable start="banana" />);
    await screen.findByLabelText('Clear fruit');
    await userEvent.tab();
    await userEvent.keyboard(typed);
    await isOpen();
    await userEvent.keyboard('{Enter}');
    expect(field().value).toBe('Banana');
    expect(field().getAttribute('aria-expanded')).toBe('false');
    await userEvent.keyboard('{ArrowDown}{ArrowUp}');
    await isOpen();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(field().value).not.toBe('Banana');
  });

  describe('whose code does not come at once', () => {
    const loadCode = vi.fn<typeof LoadCode>();
    beforeEach(async () => {
      vi.resetModules();
      vi.doMock('@/shared/lazy/load-code.ts', () => ({ loadCode: loadCode.mockReset() }));
      ({ LateSelect } = await import('./late-select.tsx'));
    });
    afterEach(() => vi.doUnmock('@/shared/lazy/load-code.ts'));

    test('a late select requests its code once, however often it is used, and again after a failure', async () => {
      vi.spyOn(console, 'error').mockReturnValue();
      let fail = (_error: Error) => {};
      loadCode.mockReturnValueOnce(new Promise((_resolve, reject) => (fail = reject)));
      render(<Fruit />);
      await userEvent.hover(field());
      await userEvent.click(field());
      await userEvent.click(screen.getByText('Next'));
      await userEvent.click(field());
      expect(loadCode).toHaveBeenCalledTimes(1);
      fail(new TypeError('Failed to fetch'));
      await vi.waitFor(() => expect(console.error).toHaveBeenCalled());
      loadCode.mockImplementation((load) => load());
      await userEvent.click(field());
      await isOpen();
      expect(loadCode).toHaveBeenCalledTimes(2);
    });

    /** Lets the code come when the returned function is called. */
    const holdBack = () => {
      let come = () => {};
      const arrival = new Promise<void>((resolve) => (come = resolve));
      loadCode.mockImplementation(async (load) => {
        await arrival;
        return load();
      });
      return () => come();
    };

    test('a late select opens when its code comes if it was pressed before', async () => {
      const come = holdBack();
      render(<Fruit />);
      await userEvent.click(field());
      come();
      await isOpen();
      expect(document.activeElement).toBe(field());
    });

    test('a late select forgets what was typed and left, as the select does', async () => {
      const come = holdBack();
      render(<Fruit isSearchable />);
      await userEvent.type(field(), 'ch');
      expect(field().value).toBe('ch');
      await userEvent.tab();
      come();
      await vi.dynamicImportSettled();
      await waitFor(() => expect(field().value).toBe(''));
    });
  });
});
