import { Icon } from '#ui/Icon.tsx';

/** Heading of a step: its number, or a tick once the step is complete. */
export function StepHeader({ number, title, isDone }: { number: number; title: string; isDone: boolean }) {
  return (
    <h2 className={`checkout-head${isDone ? ' done' : ''}`}>
      {isDone ? <Icon name="tick" /> : <span className="num">{number}</span>}
      {title}
    </h2>
  );
}
