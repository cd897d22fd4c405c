/** How often what is tried at random is tried: a few times by `npm test`, many times by `npm run test:stress --`. */

/** `few` times under `npm test`; PROVE_TIMES as many under `npm run test:stress --`, and `atLeast` as many there. */
export const runs = (few: number, atLeast = 0): number => {
  const times = Number(process.env.PROVE_TIMES ?? '0');
  return times > 0 ? Math.max(few * times, atLeast) : few;
};
