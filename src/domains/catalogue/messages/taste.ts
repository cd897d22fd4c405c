/** Text of taste scales and aroma wheels. */
export const tasteMessages = {
  body: { label: 'Body', steps: ['Light', 'Medium', 'Full'] },
  acidity: { label: 'Acidity', steps: ['Soft', 'Fresh', 'Bright'] },
  sweetness: { label: 'Sweetness', steps: ['Dry', 'A little sweet', 'Sweet'] },
  tannin: { label: 'Tannin', steps: ['Smooth', 'Some grip', 'Firm'] },
  aromas: (names: string) => `Aromas, strongest first: ${names}`,
  aromaScale: 'From 1 at the centre to 5 at the rim.',
} as const;
