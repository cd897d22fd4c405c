/** `12 Year Old`, `16yo`, `20 ans`: an age as spirits and fortified wines carry it in their names. */
const AGE = /(?:^|\s)(\d{1,2})(?:\s*-)?\s*(?:years?|yrs?|y\.?o|ans)\b\.?(?:(?:\s*-)?\s*old\b)?/i;

/** The age in years that a name tells, if it does. */
export const ageInName = (name: string): number | undefined => Number(AGE.exec(name)?.[1] ?? 0) || undefined;

/** The name without its age, where there is more to it. */
export const withoutAge = (name: string): string => name.replace(AGE, ' ').replace(/ +/g, ' ').trim() || name;
