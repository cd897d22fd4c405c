import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fromCursor, pageOf, toCursor, toTotal } from './list-cursor.ts';

const position = z.object({ id: z.number() });

describe('a page of a list', () => {
  test('names the next one only if there is one', () => {
    const rows = [{ id: 3 }, { id: 2 }, { id: 1 }];

    const more = pageOf(rows, 2, ({ id }) => ({ id }));
    expect(more.page).toEqual([{ id: 3 }, { id: 2 }]);
    expect(fromCursor(more.nextCursor ?? undefined, position)).toMatchObject({ ok: true, value: { id: 2 } });

    expect(pageOf(rows, 3, ({ id }) => ({ id })).nextCursor).toBeNull();
    expect(pageOf([], 3, () => null).nextCursor).toBeNull();
  });

  test('refuses a cursor that is not one of the list', () => {
    expect(fromCursor('!!', position)).toMatchObject({ ok: false, code: 'cursor_invalid' });
    expect(fromCursor(toCursor({ id: 'x' }), position)).toMatchObject({ ok: false, code: 'cursor_invalid' });
    expect(fromCursor(undefined, position)).toMatchObject({ ok: true, value: null });
  });

  test('states an exact total up to 10,000 rows, or fewer where asked', () => {
    expect(toTotal(10_000)).toBe(10_000);
    expect(toTotal(10_001)).toEqual({ atLeast: 10_000 });
    expect(toTotal(1_000, 1_000)).toBe(1_000);
    expect(toTotal(1_001, 1_000)).toEqual({ atLeast: 1_000 });
  });
});
