// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Button } from './Button.tsx';

test('a pending button neither acts nor submits, and keeps the focus', () => {
  const onPress = vi.fn();
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
  const form = (isPending: boolean) => (
    <form onSubmit={onSubmit}>
      <Button type="submit" onPress={onPress} isPending={isPending}>
        Refund $42.00
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  const button = screen.getByRole('button');
  button.focus();
  fireEvent.click(button);
  expect([onPress, onSubmit].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);

  rerender(form(true));
  fireEvent.click(screen.getByRole('button', { name: /Refund \$42\.00/ }));
  expect([onPress, onSubmit].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  expect(document.activeElement).toBe(button);
});
