/** Titles and introductions of lists. The server renders them, so they are not in the browser's messages. */
export const headingMessages = {
  home: 'Home',
  search: 'Search',
  kinds: {
    wine: { title: 'Wine', intro: 'Everything we stock. Priced by the bottle, sold by the case.' },
    spirits: { title: 'Spirits', intro: 'Everything we stock. Singles, small cases and tasting packs.' },
  },
  query: (query: string) => `“${query}”`,
  matches: (category: string) =>
    category === '' ? 'Matches by name, place or grape.' : `Matches by name, place or grape, in ${category}.`,
  landingTitle: {
    wine: { countries: (value: string) => `Wine from ${value}`, regions: (value: string) => `${value} wine` },
    spirits: { countries: (value: string) => `Spirits from ${value}`, regions: (value: string) => `${value} spirits` },
  },
  landing: {
    wine: { from: (value: string) => `Every wine we stock from ${value}.`, of: (value: string) => `Every ${value} we stock.` },
    spirits: { from: (value: string) => `Every bottle we stock from ${value}.`, of: (value: string) => `Every ${value} we stock.` },
  },
} as const;
