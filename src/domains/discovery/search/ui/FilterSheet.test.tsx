// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import FilterSheet from './FilterSheet.tsx';

afterEach(cleanup);

describe('the filter sheet', () => {
  test('opens as a modal dialog that is named by its title', () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');

    render(
      <FilterSheet showLabel="Show 118 wines" onClose={() => {}}>
        <p>Filters of the list</p>
      </FilterSheet>,
    );

    const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Filters' });
    expect(showModal).toHaveBeenCalledOnce();
    expect(dialog.open).toBe(true);
    expect(dialog.contains(screen.getByText('Filters of the list'))).toBe(true);
  });

  test.each(['Close filters', 'Show 118 wines'])('is closed by %s', (name) => {
    const onClose = vi.fn();
    render(
      <FilterSheet showLabel="Show 118 wines" onClose={onClose}>
        {null}
      </FilterSheet>,
    );

    fireEvent.click(screen.getByRole('button', { name }));

    expect(onClose).toHaveBeenCalledOnce();
  });
});
