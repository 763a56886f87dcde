// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isDomRemovalError, silenceDomRemovalErrors } from './dom-removal-error.ts';

const removal = () =>
  new DOMException(
    "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
    'NotFoundError',
  );

describe('isDomRemovalError', () => {
  test('the DOM-removal errors of all browsers are recognized', () => {
    expect(isDomRemovalError(removal())).toBe(true);
    expect(isDomRemovalError(new DOMException('The object can not be found here.', 'NotFoundError'))).toBe(true);
    expect(
      isDomRemovalError(
        new DOMException("Failed to execute 'insertBefore' on 'Node': The node before which…", 'NotFoundError'),
      ),
    ).toBe(true);
  });

  test('the DOM-removal errors that React has wrapped are recognized', () => {
    expect(isDomRemovalError(new Error('Recovered', { cause: removal() }))).toBe(true);
    expect(isDomRemovalError(new Error('Recovered', { cause: new Error('odd') }))).toBe(false);
  });

  test('all other errors are no DOM-removal errors', () => {
    expect(isDomRemovalError(new Error('removeChild'))).toBe(false);
    expect(isDomRemovalError(new DOMException('No such file', 'NotFoundError'))).toBe(false);
    expect(isDomRemovalError('removeChild')).toBe(false);
    expect(isDomRemovalError(undefined)).toBe(false);
  });
});

describe('silenceDomRemovalErrors', () => {
  const warn = vi.spyOn(console, 'warn');
  const target = new EventTarget();
  silenceDomRemovalErrors(target);
  beforeEach(() => {
    warn.mockReset().mockImplementation(() => undefined);
  });

  /** What an event of the window says of an error, and whether others hear of it. */
  const raise = (event: Event) => {
    const hear = vi.fn<() => void>();
    target.addEventListener(event.type, hear, { once: true });
    target.dispatchEvent(event);
    target.removeEventListener(event.type, hear);
    return { isSilent: event.defaultPrevented && hear.mock.calls.length === 0 };
  };
  const thrown = (error: unknown) => new ErrorEvent('error', { error, cancelable: true });
  const rejected = (reason: unknown) =>
    Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });

  test.each([thrown, rejected])(
    'the silencing of DOM-removal errors turns a removal error into one warning, %o',
    (eventOf) => {
      const error = removal();
      expect(raise(eventOf(error))).toEqual({ isSilent: true });
      expect(warn.mock.calls).toEqual([['Ignored a DOM manipulation error:', error]]);
    },
  );

  test.each([thrown, rejected])('silencing DOM-removal errors does not touch other errors, %o', (eventOf) => {
    expect(raise(eventOf(new Error('odd')))).toEqual({ isSilent: false });
    expect(warn).not.toHaveBeenCalled();
  });
});
