import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Loyalty, useLoyalty } from './loyalty-context.ts';

const read = (use: (loyalty: Loyalty) => unknown): string => {
  const Reader = () => <p>{String(use(useLoyalty()))}</p>;
  return renderToStaticMarkup(<Reader />);
};

const MISSING = 'You forgot to wrap your component in <LoyaltyProvider>.';

test('has the default tier and configuration without a provider, and its functions throw [LOY-19, LOY-20]', () => {
  expect(read(({ tier, config }) => `${tier} ${config}`)).toBe('<p>GREEN null</p>');
  expect(() => read(({ findCoupon }) => findCoupon('birthday'))).toThrow(MISSING);
  expect(() => read(({ getLoyaltyConfig }) => getLoyaltyConfig())).toThrow(MISSING);
});
