import { useState } from 'react';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';

function Bomb({ error }: { error: unknown }) {
  const [isLit, setIsLit] = useState(false);
  if (isLit) throw error;
  return <button onClick={() => setIsLit(true)}>Light</button>;
}

async function explode(error: unknown): Promise<void> {
  render(
    <MantineProvider env="test">
      <ErrorBoundary>
        <Bomb error={error} />
      </ErrorBoundary>
    </MantineProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Light' }));
}

function Steps() {
  const [step, setStep] = useState(1);
  return (
    <section>
      {step === 1 ? <p key="first">First step</p> : <div key="second">Second step</div>}
      <button onClick={() => setStep(2)}>Next</button>
    </section>
  );
}

describe('ErrorBoundary', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  test('the error boundary says that something went wrong in place of a part that threw', async () => {
    await explode(new Error('boom'));
    expect(screen.getByText('Something went wrong')).toBeDefined();
    expect(screen.getByText('An error occurred while rendering this component.')).toBeDefined();
  });

  test('the error boundary shows the part again after a DOM-removal error [A531]', async () => {
    await explode(new DOMException("Failed to execute 'removeChild' on 'Node'", 'NotFoundError'));
    expect(screen.queryByText('Something went wrong')).toBeNull();
    expect(screen.getByRole('button', { name: 'Light' })).toBeDefined();
  });

  test('the error boundary shows the part again when a translator moved a node that React removes [A531]', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    render(
      <MantineProvider env="test">
        <main>
          <ErrorBoundary>
            <Steps />
          </ErrorBoundary>
        </main>
      </MantineProvider>,
    );
    const moved = screen.getByText('First step');
    const font = document.createElement('font');
    moved.replaceWith(font);
    font.append(moved);
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.queryByText('Something went wrong')).toBeNull();
    expect(screen.getByRole('button', { name: 'Next' })).toBeDefined();
    expect(document.querySelectorAll('section')).toHaveLength(1);
  });
});
