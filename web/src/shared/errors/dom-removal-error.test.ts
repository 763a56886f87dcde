// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isDomRemovalError, silenceDomRemovalErrors } from './dom-removal-error.ts';

const removal = () =>
  new DOMException(
    "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
    'NotFoundError',
  );

describe('isDomRemovalError', () => {
  test('knows what browsers say', () => {
    expect(isDomRemovalError(removal())).toBe(true);
    expect(isDomRemovalError(new DOMException('The object can not be found here.', 'NotFoundError'))).toBe(true);
    expect(
      isDomRemovalError(
        new DOMException("Failed to execute 'insertBefore' on 'Node': The node before which…", 'NotFoundError'),
      ),
    ).toBe(true);
  });

  test('knows them when React has wrapped them', () => {
    expect(isDomRemovalError(new Error('Recovered', { cause: removal() }))).toBe(true);
    expect(isDomRemovalError(new Error('Recovered', { cause: new Error('odd') }))).toBe(false);
  });

  test('leaves everything else alone', () => {
    expect(isDomRemovalError(new Error('removeChild'))).toBe(false);
    expect(isDomRemovalError(new DOMException('No such file', 'NotFoundError'))).toBe(false);
    expect(isDomRemovalError('removeChild')).toBe(false);
    expect(isDomRemovalError(undefined)).toBe(false);
  });
});

describe('silenceDomRemovalErrors', () => {
  const warn = vi.spyOn(console, 'warn');
  let stop: () => void;
  beforeEach(() => {
    warn.mockReset().mockImplementation(() => undefined);
    stop = silenceDomRemovalErrors();
  });
  afterEach(() => stop());

  const raise = (error: unknown) => {
    const event = new ErrorEvent('error', { error, message: String(error), cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };

  test('turns a removal error into one warning', () => {
    expect(raise(removal())).toBe(true);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test('does not touch other errors', () => {
    expect(raise(new Error('odd'))).toBe(false);
    expect(warn).not.toHaveBeenCalled();
  });
});
