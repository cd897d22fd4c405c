/** Numbers in words at the start of a line. */
const NUMBER_WORDS = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];

/** Returns `Six` or `24`. */
export const numberWord = (number: number): string => NUMBER_WORDS[number] ?? String(number);
