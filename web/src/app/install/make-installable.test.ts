// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeInstallable } from './make-installable.ts';

/** A worker of the browser that can be told its next state. */
class Worker extends EventTarget {
  state: ServiceWorkerState = 'installing';
  postMessage = vi.fn();

  enter(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

type Registration = { installing: Worker | null; waiting: Worker | null; active: Worker | null };

function browserWith(registration: Registration) {
  const register = vi.fn(async () => registration);
  // `ready` never settles: it waits forever for a worker whose installation has failed.
  vi.stubGlobal('navigator', { serviceWorker: { register, ready: new Promise(() => undefined) } });
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

describe('what makes the page installable', () => {
  test('the page names its manifest, also without service workers', async () => {
    vi.stubGlobal('navigator', {});
    await makeInstallable();
    expect(document.querySelector('link[rel="manifest"]')?.getAttribute('href')).toBe('/manifest.json');
  });

  test('a worker that is installed is told the files that the page has loaded', async () => {
    const worker = new Worker();
    const registration: Registration = { installing: null, waiting: worker, active: null };
    browserWith(registration);
    const done = makeInstallable();
    await Promise.resolve();
    worker.enter('installed');
    expect(worker.postMessage).not.toHaveBeenCalled();
    registration.active = worker;
    worker.enter('activated');
    await done;
    expect(worker.postMessage).toHaveBeenCalledWith([]);
  });

  test('a worker that runs is told at once, while a new version waits', async () => {
    const active = new Worker();
    browserWith({ installing: new Worker(), waiting: null, active });
    await makeInstallable();
    expect(active.postMessage).toHaveBeenCalledOnce();
  });

  test('a worker that cannot be installed does not hold up what comes after it', async () => {
    const worker = new Worker();
    browserWith({ installing: worker, waiting: null, active: null });
    const done = makeInstallable();
    await Promise.resolve();
    worker.enter('redundant');
    await expect(done).resolves.toBeUndefined();
  });
});
