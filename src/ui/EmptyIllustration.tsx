const DRAWINGS = {
  shelf: (
    <svg viewBox="6 6 228 102" width="192" height="96" fill="none" stroke="var(--control)" strokeWidth="1.5" aria-hidden="true">
      <path d="M8 104H232" stroke="var(--ink)" />
      <g strokeDasharray="2 5" strokeLinecap="round">
        <path d="M40 104V52c0-8 6-9 6-15V18h10v19c0 6 6 7 6 15v52M98 104V64c0-16 9-20 9-34V14h10v16c0 14 9 18 9 34v40M162 104V52c0-8 6-9 6-15V18h10v19c0 6 6 7 6 15v52" />
      </g>
    </svg>
  ),
  box: (
    <svg
      viewBox="52 28 136 88"
      width="192"
      height="96"
      fill="none"
      stroke="var(--ink)"
      strokeWidth="1.5"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M60 56H180V108H60ZM60 56L76 36H164L180 56M76 36V56M164 36V56" />
      <path d="M100 56L104 36M140 56L136 36M104 78h32M108 86h24" stroke="var(--control)" />
    </svg>
  ),
  door: (
    <svg viewBox="36 20 168 96" width="168" height="96" fill="none" stroke="var(--ink)" strokeWidth="1.5" aria-hidden="true">
      <path d="M88 112V54a32 32 0 0 1 64 0v58M40 112H200" />
      <path d="M96 112V54a24 24 0 0 1 48 0v58M120 30V112" stroke="var(--control)" />
      <circle cx="114" cy="76" r="2.4" fill="var(--ink)" stroke="none" />
    </svg>
  ),
} as const;

export type DrawingName = keyof typeof DRAWINGS;

/** Illustration above an empty state. */
export default function EmptyDrawing({ name }: { name: DrawingName }) {
  return DRAWINGS[name];
}
