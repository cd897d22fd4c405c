/**
 * Many records in portions, one call each, with an idempotency key of its own. If the connection is lost, the next run continues with the
 * portion whose answer is missing, by the same key: what was done but not answered is not done twice.
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
  /** Records of the portion without an answer, which may be done. */
  readonly unknown: number;
  readonly count: number;
}

export interface PortionInterruption<Item> extends Interruption {
  /** The portion without an answer. Empty if the server refused it: then nothing of it is done. */
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

export const portionsOf = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** @param size records of one call */
export function createPortions<Item, Answer>(items: readonly Item[], size: number): Portions<Item, Answer> {
  const left = portionsOf(items, size).map((portion) => ({ items: portion, key: randomKey() }));
  const count = items.length;
  const answers: Answer[] = [];
  let done = 0;
  return {
    async run(send, onProgress) {
      for (let portion = left[0]; portion; portion = left[0]) {
        onProgress?.(done, count);
        const answer = await send(portion.items, portion.key);
        if (!answer.ok) {
          const unanswered = answer.status === 0 ? portion.items : [];
          return { answers, interruption: { title: answer.title, done, unknown: unanswered.length, unanswered, count } };
        }
        answers.push(answer.value);
        done += portion.items.length;
        left.shift();
      }
      return { answers, interruption: null };
    },
  };
}
