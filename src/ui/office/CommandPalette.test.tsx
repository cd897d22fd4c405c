// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CommandPalette, matchCommands, type PaletteCommand, type PaletteSource } from './CommandPalette.tsx';

afterEach(cleanup);

const command = (label: string, keywords = '', run = (): void => undefined): PaletteCommand => ({
  id: label,
  label,
  keywords,
  icon: 'orders',
  run,
});
const found = (query: string) =>
  matchCommands([command('Orders'), command('Gift cards', 'voucher credit'), command('Settings')], query).map(({ label }) => label);

test('finds commands by every word of their label or keywords', () => {
  expect(found('')).toHaveLength(3);
  expect(found('ORD')).toEqual(['Orders']);
  expect(found('credit gift')).toEqual(['Gift cards']);
  expect(found('gift settings')).toEqual([]);
});

/** Opens a palette with two screens; returns what a person does in it and what ran. */
function openPalette(source: PaletteSource = async () => []) {
  const runs: string[] = [];
  const commands = ['Orders', 'Settings'].map((label) => command(label, '', () => runs.push(label)));
  const sources = [source];
  const palette = (isOpen: boolean) => (
    <CommandPalette isOpen={isOpen} onOpenChange={() => rerender(palette(false))} commands={commands} actions={[]} sources={sources} />
  );
  const { rerender } = render(palette(true));
  const field = screen.getByRole('searchbox');
  return {
    runs,
    field,
    /** Puts a text into the field without a key, as a paste does. */
    paste: (value: string) => fireEvent.change(field, { target: { value } }),
    pressEnter: () => {
      fireEvent.keyDown(field, { key: 'Enter' });
      fireEvent.keyUp(field, { key: 'Enter' });
    },
  };
}

test('Enter runs the first entry when the list has marked none', async () => {
  const { runs, paste, pressEnter } = openPalette();
  paste('sett');
  await act(async () => pressEnter());
  await vi.waitFor(() => expect(runs).toEqual(['Settings']));
});

test('Enter during a search waits for the record that it finds', async () => {
  const { promise, resolve } = Promise.withResolvers<readonly PaletteCommand[]>();
  const { runs, paste, pressEnter } = openPalette(() => promise);
  paste('1042');
  await act(async () => pressEnter());
  expect(runs).toEqual([]);
  await act(async () => resolve([command('#1042', '', () => runs.push('#1042'))]));
  await vi.waitFor(() => expect(runs).toEqual(['#1042']));
});

test('Enter is forgotten when the text changes before the answer', async () => {
  const { runs, paste, pressEnter, field } = openPalette(async () => []);
  paste('1042');
  await act(async () => pressEnter());
  paste('');
  await vi.waitFor(() => expect(screen.getAllByRole('menuitem')).toHaveLength(2));
  expect(runs).toEqual([]);
  expect(field.isConnected).toBe(true);
});

test('Enter leaves the entry that was marked before the records came', async () => {
  const { runs, paste, pressEnter } = openPalette(async () => [command('Setting of stock', '', () => runs.push('Setting of stock'))]);
  paste('sett');
  await screen.findByRole('menuitem', { name: /Setting of stock/ });
  await act(async () => pressEnter());
  await vi.waitFor(() => expect(runs).toEqual(['Settings']));
});
