/** French puts a space before `:`, `;`, `?`, `!` and `%`, and inside quotes: a no-break space, so that no line ends there. */
export const withFrenchSpaces = (text: string): string => text.replace(/ (?=[:;?!»%])|(?<=«) /g, '\u00a0')
