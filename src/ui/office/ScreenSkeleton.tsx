/** Shown in place of the first screen until it has loaded, in the shape of that screen. */
import { ListSkeleton, TitleSkeleton } from './grid/ListSkeleton.tsx';

const FACTS = ['first', 'second', 'third', 'fourth'];
const LINES = ['one', 'two', 'three', 'four', 'five'];

function PanelSkeleton({ lines }: { readonly lines: readonly string[] }) {
  return (
    <div className="panel bone-panel">
      {lines.map((line) => (
        <span key={line} className="bone" />
      ))}
    </div>
  );
}

export interface ScreenSkeletonProps {
  readonly shape: 'list' | 'record';
  /** Null if it is not known before the record. */
  readonly title: string | null;
}

export function ScreenSkeleton({ shape, title }: ScreenSkeletonProps) {
  if (shape === 'list') return <ListSkeleton title={title} />;
  return (
    <div className="screen">
      <TitleSkeleton title={title} />
      <div className="panel-columns" aria-hidden="true">
        <div className="stack">
          <PanelSkeleton lines={LINES} />
          <PanelSkeleton lines={FACTS} />
        </div>
        <PanelSkeleton lines={FACTS} />
      </div>
    </div>
  );
}
