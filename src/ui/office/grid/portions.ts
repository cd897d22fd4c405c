/**
 * Many records in portions, one call each, with an idempotency key of its own. If the connection is lost or the server fails, the next run
 * continues with the portion whose answer is missing, by the same key: what was done but not answered is not done twice.
 */
import { randomKey } from '#lib/browser/random-id.ts';

interface CallFailure {
  readonly ok: false;
  readonly title: string;
  /** HTTP status. 0 if no answer came. */
  readonly status: number;
}

export type PortionAnswer<Answer> = { readonly ok: true; readonly value: Answer } | CallFailure;

/** Why a run stopped, and how far it came. */
export interface Interruption {
  readonly title: string;
  readonly done: number;
  /** Records of the portion without a result, which may be done. */
  readonly unknown: number;
  readonly count: number;
}

export interface PortionInterruption<Item> extends Interruption {
  /** The portion without a result. Empty if the server refused it before it began: then nothing of it is done. */
  readonly unanswered: readonly Item[];
}

export interface PortionRun<Item, Answer> {
  /** Answers of this run and of those before it. */
  readonly answers: readonly Answer[];
  /** Null if everything is done. */
  readonly interruption: PortionInterruption<Item> | null;
}

export interface Portions<Item, Answer> {
  /** @param send must not depend on anything that changes between runs but the items and the key */
  run(
    send: (items: readonly Item[], idempotencyKey: string) => Promise<PortionAnswer<Answer>>,
    onProgress?: (done: number, count: number) => void,
  ): Promise<PortionRun<Item, Answer>>;
}

/** Returns true if records of a failed call may be done: no answer came, or the server or a proxy failed when some were changed already. */
const mayBeDone = ({ status }: CallFailure): boolean => status === 0 || status >= 500;

export const portionsOf = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** @param size records of one call */
export function createPortions<Item, Answer>(items: readonly Item[], size: number): Portions<Item, Answer> {
  const left = portionsOf(items, size).map((portion) => ({ items: portion, key: randomKey() }));
  const count = items.length;
  const answers: Answer[] = [];
  let done = 0;
  /** True if an earlier call of the first portion left may have done something: a refusal of the next one says nothing of that. */
  let isUnknown = false;
  return {
    async run(send, onProgress) {
      for (let portion = left[0]; portion; portion = left[0]) {
        onProgress?.(done, count);
        const answer = await send(portion.items, portion.key);
        if (!answer.ok) {
          isUnknown ||= mayBeDone(answer);
          const unanswered = isUnknown ? portion.items : [];
          return { answers, interruption: { title: answer.title, done, unknown: unanswered.length, unanswered, count } };
        }
        answers.push(answer.value);
        done += portion.items.length;
        left.shift();
        isUnknown = false;
      }
      return { answers, interruption: null };
    },
  };
}
