import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteEarlyFocus } from './early-focus.ts';
import { keepFocus } from './keep-focus.ts';

let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `
    <header><button id="menu">Menu</button></header>
    <main id="content" tabindex="-1">
      <button id="add">Add</button>
      <ul>
        <li id="one"><a href="/1">One</a> <button id="one-delete">Delete</button></li>
        <li id="two"><a href="/2">Two</a> <button id="two-delete">Delete</button></li>
        <li id="three"><a href="/3">Three</a> <button id="three-delete" disabled>Delete</button></li>
      </ul>
    </main>`;
  stop = keepFocus();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.replaceChildren();
});

const byId = (id: string) => document.getElementById(id) as HTMLElement;
const removed = async (id: string) => {
  byId(id).remove();
  await vi.runAllTimersAsync();
};
const opened = (content: string) => {
  const dialog = document.createElement('section');
  dialog.id = 'dialog';
  dialog.role = 'dialog';
  dialog.tabIndex = -1;
  dialog.innerHTML = content;
  document.body.append(dialog);
  dialog.querySelector('button')?.focus();
};

test('the focus moves after a removed row to the same control of the next row, or of the previous one', async () => {
  byId('one-delete').focus();
  await removed('one');
  expect(document.activeElement).toBe(byId('two-delete'));
  byId('two').before(byId('three'));
  byId('two-delete').focus();
  byId('three-delete').removeAttribute('disabled');
  await removed('two');
  expect(document.activeElement).toBe(byId('three-delete'));
});

test('a row removed while its dialog is open counts as removed', async () => {
  byId('two-delete').focus();
  opened('<button>Cancel</button>');
  byId('two').remove();
  await removed('dialog');
  // The next one cannot take it.
  expect(document.activeElement).toBe(byId('one-delete'));
});

test('a dialog without an opener leaves the focus to the page, any other returns it to its opener', async () => {
  opened('<button>Close</button>');
  await removed('dialog');
  expect(document.activeElement).toBe(byId('content'));
  byId('add').focus();
  opened('<button>Close</button>');
  await removed('dialog');
  expect(document.activeElement).toBe(byId('add'));
});

test('a dialog that was there before leaves the focus to the page as well', async () => {
  stop();
  opened('<button>Close</button>');
  stop = keepFocus();
  await removed('dialog');
  expect(document.activeElement).toBe(byId('content'));
});

test('an early dialog with a removed opener leaves the focus to the nearest control', async () => {
  stop();
  noteEarlyFocus();
  byId('two-delete').focus();
  opened('<button>Close</button>');
  stop = keepFocus();
  byId('two').remove();
  await removed('dialog');
  expect(document.activeElement).toBe(byId('one-delete'));
});

test('a bar next to the page leaves the focus to the page', async () => {
  byId('menu').focus();
  byId('menu').insertAdjacentHTML('afterend', '<section id="bar"><button id="close">Close</button></section>');
  byId('close').focus();
  await removed('bar');
  expect(document.activeElement).toBe(byId('content'));
});

test('a button that is disabled while its work is pending does not give the focus up', async () => {
  byId('two-delete').focus();
  opened('<button id="confirm">Delete</button>');
  byId('confirm').setAttribute('disabled', '');
  // Browsers do this by themselves.
  byId('confirm').blur();
  await vi.runAllTimersAsync();
  byId('two').remove();
  await removed('dialog');
  expect(document.activeElement).toBe(byId('one-delete'));
});

test('the focus moves after an action to the control that replaces it, not to another of the same row', async () => {
  byId('one').innerHTML =
    '<a href="/1">One</a> <div data-actions><button id="decline">Decline</button></div> <button id="message">Message</button>';
  byId('decline').focus();
  byId('decline').replaceWith(Object.assign(document.createElement('button'), { id: 'undo' }));
  await vi.runAllTimersAsync();
  expect(document.activeElement).toBe(byId('undo'));
});

test('the focus does not leave a dialog that stays open', async () => {
  byId('add').focus();
  opened('<button id="send">Send</button>');
  await removed('send');
  expect(document.activeElement).toBe(byId('dialog'));
});

test('the focus is left alone when it was given back, given up or belongs to another page', async () => {
  byId('one-delete').focus();
  byId('one').remove();
  byId('menu').focus();
  await vi.runAllTimersAsync();
  expect(document.activeElement).toBe(byId('menu'));

  byId('two-delete').focus();
  byId('two-delete').blur();
  await vi.runAllTimersAsync();
  await removed('two');
  expect(document.activeElement).toBe(document.body);

  byId('add').focus();
  await removed('content');
  expect(document.activeElement).toBe(document.body);
});
