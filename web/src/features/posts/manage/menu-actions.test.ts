import { describe, expect, test } from 'vitest';
import { isOwner, menuActions } from './menu-actions.ts';

const ANNA = 1;
const ADAM = 9;
const visible = { userId: ANNA, isHidden: false, hiddenBy: null };
const hiddenByAnna = { userId: ANNA, isHidden: true, hiddenBy: ANNA };
const hiddenByAdam = { userId: ANNA, isHidden: true, hiddenBy: ADAM };
const anna = { id: ANNA, isAdmin: false };
const adam = { id: ADAM, isAdmin: true };

describe('the menu of a card', () => {
  test('the menu of a card lets owners hide or unhide and delete', () => {
    expect(menuActions(visible, anna)).toEqual(['hide', 'delete']);
    expect(menuActions(hiddenByAnna, anna)).toEqual(['unhide', 'delete']);
    expect(menuActions({ ...hiddenByAnna, hiddenBy: null }, anna)).toEqual(['unhide', 'delete']);
  });

  test('the menu of a card does not let an owner undo what an admin did', () => {
    expect(menuActions(hiddenByAdam, anna)).toEqual(['hidden-by-admin', 'delete']);
  });

  test('the menu of a card lets admins hide and unhide posts of others, but not what these have hidden', () => {
    expect(menuActions(visible, adam)).toEqual(['hide-violation']);
    expect(menuActions(hiddenByAnna, adam)).toEqual([]);
    expect(menuActions(hiddenByAdam, adam)).toEqual(['unhide']);
    expect(menuActions({ ...visible, userId: ADAM }, adam)).toEqual(['hide', 'delete']);
    expect(menuActions({ userId: ADAM, isHidden: true, hiddenBy: ADAM }, adam)).toEqual(['unhide', 'delete']);
  });

  test('the menu of a card is empty for everybody else', () => {
    expect(menuActions(visible, { id: 2, isAdmin: false })).toEqual([]);
    expect(menuActions(visible, null)).toEqual([]);
    expect(isOwner(visible, null)).toBe(false);
  });
});
