/** How often what is tried at random is tried: a few times by `npm test`, many times by `npm run prove`. */

/** `few` times under `npm test`; PROVE_TIMES as many under `npm run prove`. */
export const runs = (few: number): number => few * Math.max(1, Number(process.env.PROVE_TIMES ?? '1'));
