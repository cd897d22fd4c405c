import './TierBadge.css';

/** Shadow, metal and highlight of each tier's capsule. */
const GREEN = ['#2b4a06', '#6a9a1a', '#b4d873'] as const;
const METALS: Readonly<Record<string, readonly [shadow: string, metal: string, gleam: string]>> = {
  NEW: GREEN,
  GREEN,
  SILVER: ['#5f6466', '#b9bec0', '#f4f6f6'],
  GOLD: ['#6b4a12', '#c39a47', '#f6e2a4'],
  BLACK: ['#0c0c0c', '#2b2927', '#6f6b65'],
};
const WAX = ['#2c070c', '#691823', '#b0525a'] as const;

/** Draws a tier as a bottle top: a capsule, or wax for founders. Decorative. */
export function TierBadge({ tier, height }: { tier: string; height: number }) {
  const metal = METALS[tier];
  const [shadow, tone, gleam] = metal ?? WAX;
  const id = `capsule-${tier.toLowerCase()}-${height}`;
  return (
    <svg className="capsule" viewBox="0 0 64 116" width={(height * 64) / 116} height={height} aria-hidden="true">
      <defs>
        <linearGradient id={id}>
          <stop stopColor={shadow} />
          <stop offset=".14" stopColor={tone} />
          <stop offset=".3" stopColor={gleam} />
          <stop offset=".42" stopColor={tone} />
          <stop offset=".82" stopColor={shadow} />
          <stop offset=".92" stopColor={tone} />
          <stop offset="1" stopColor={shadow} />
        </linearGradient>
      </defs>
      {metal ? (
        <>
          <path d="M5 10q0-5 5-5H54q5 0 5 5V108Q32 114 5 108Z" fill={`url(#${id})`} />
          <path d="M5 34H59M5 38H59" stroke="#000" strokeOpacity=".35" />
          <path d="M5 96Q32 102 59 96" fill="none" stroke={gleam} strokeOpacity=".7" strokeWidth="1.5" />
        </>
      ) : (
        <>
          <path d="M5 16C5 4 59 4 59 16V92c0 5-4 20-9 20s-5-16-10-16-4 9-9 9-5-11-10-11-4 14-9 14-7-12-7-16Z" fill={`url(#${id})`} />
          <path d="M17 18V84" stroke="#fff" strokeOpacity=".35" strokeWidth="4" strokeLinecap="round" />
        </>
      )}
    </svg>
  );
}
