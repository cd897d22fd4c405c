/** Words for numbers at the start of a line. */
const NUMBER_WORDS = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];

/** Returns a number up to twelve as a capitalised word (`Six`) and larger ones as digits (`24`). */
export const numberWord = (number: number): string => NUMBER_WORDS[number] ?? String(number);
