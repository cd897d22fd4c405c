import { Icon } from '#ui/Icon.tsx';

/** Heading of a part of the checkout: its number, or a tick once nothing is missing in it. */
export function StepHead({ number, title, isDone }: { number: number; title: string; isDone: boolean }) {
  return (
    <h2 className={`co-head${isDone ? ' done' : ''}`}>
      {isDone ? <Icon name="tick" /> : <span className="num">{number}</span>}
      {title}
    </h2>
  );
}
