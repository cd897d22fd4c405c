/** The visitor ids of a browser, under the storage keys of the customer-data service's own library. */
import type { KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import { randomKey } from '#lib/browser/random-id.ts';

const ANONYMOUS = 'ajs_anonymous_id';
const USER = 'ajs_user_id';

export interface Visitor {
  anonymousId(): string;
  userId(): string | null;
  become(userId: string): void;
  reset(): void;
}

function text(saved: string | null): string | null {
  try {
    const value: unknown = JSON.parse(saved ?? 'null');
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

export const getVisitor = (values: KeyValueStorage): Visitor => ({
  anonymousId() {
    const saved = text(values.read(ANONYMOUS));
    if (saved !== null) return saved;
    const made = randomKey();
    values.write(ANONYMOUS, JSON.stringify(made));
    return made;
  },
  userId: () => text(values.read(USER)),
  become: (userId) => values.write(USER, JSON.stringify(userId)),
  reset() {
    values.remove(USER);
    values.remove(ANONYMOUS);
  },
});
