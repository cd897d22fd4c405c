import { useEffect, useState } from 'react';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** In: milliseconds left. Out: `2 h 5 min`, and seconds in the last hour; empty where nothing is left. */
export function leftWords(left: number): string {
  if (left <= 0) return '';
  const [hours, minutes, seconds] = [Math.floor(left / HOUR), Math.floor((left % HOUR) / MINUTE), Math.floor((left % MINUTE) / SECOND)];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds} s`;
}

/** How far the server's clock is ahead of this one's, milliseconds; 0 where it does not say. */
async function clockAhead(): Promise<number> {
  const sent = Date.now();
  const answer = await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' });
  const said = Date.parse(answer.headers.get('date') ?? '');
  return Number.isNaN(said) ? 0 : said - (sent + Date.now()) / 2;
}

/** The time left until a sale ends, by the server's clock. Screen readers are told once, not every second. */
export default function SaleEnds({ endsAt }: { endsAt: string }) {
  const [ahead, setAhead] = useState<number | null>(null);
  const [now, setNow] = useState(0);
  useEffect(() => {
    let isStale = false;
    const known = (by: number) => {
      if (isStale) return;
      setNow(Date.now());
      setAhead(by);
    };
    clockAhead().then(known, () => known(0));
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => {
      isStale = true;
      clearInterval(timer);
    };
  }, []);
  if (ahead === null) return null;
  const words = leftWords(Date.parse(endsAt) - (now + ahead));
  return <span className="num">{words === '' ? ' This sale has ended.' : ` ${words} left.`}</span>;
}
