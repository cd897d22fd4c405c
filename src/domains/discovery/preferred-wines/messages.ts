/** Text of preferred wines: the questionnaire, and the reasons for offers. */

export const preferredMessages = {
  loading: 'Loading your answers…',
  searching: 'Finding bottles you’ll like…',
  unreachable: 'We can’t reach the shop. Please try again.',
  title: 'Picked for you',
  noMatch: 'We couldn’t find a match today. Try changing your answers.',
  changeAnswers: 'Change your answers',
  submit: { wine: 'Show my wines', spirits: 'Show my bottles' },
  basedOn: (sources: string) => `Based on ${sources}.`,
  sources: {
    answers: 'your answers',
    orders: 'your past orders',
    favourites: (count: number) => (count === 1 ? 'one favourite' : `${count} favourites`),
  },
  questions: {
    wineCategory: 'What do you reach for?',
    spiritsCategory: 'What do you pour?',
    body: 'Light or full-bodied?',
    country: 'Where should it come from?',
    price: 'How much do you like to spend on a bottle?',
    mood: 'And how adventurous should we be?',
  },
  bodies: { light: 'Light, like a pinot you can read through', middle: 'In between', full: 'Full, for a cold night' },
  moods: { known: 'Stay close to what I know', surprise: 'Surprise me' },
  prices: { low: 'up to $25', middle: '$25 to $50', high: '$50 to $100', top: 'over $100' },
  noReason: 'A good place to start.',
  because: (reasons: readonly string[]) => `Because you ${reasons.join(' and ')}.`,
  /** Text after "Because you". */
  reasons: {
    like: (thing: string) => `like ${thing}`,
    body: (body: 'light' | 'middle' | 'full', wines: string) =>
      `like ${{ light: 'light', middle: 'medium-bodied', full: 'full' }[body]} ${wines}`,
    country: (thing: string, country: string) => `like ${thing}s from ${country}`,
    price: (range: string) => `like to pay ${range}`,
    boughtVarietal: (varietal: string) => `have bought ${varietal} before`,
    boughtRegion: (region: string) => `have bought from ${region} before`,
    favouriteVarietal: (varietal: string) => `have ${varietal} in your favourites`,
    favouriteRegion: (region: string) => `have bottles from ${region} in your favourites`,
    surprise: 'asked for a surprise',
  },
} as const;
