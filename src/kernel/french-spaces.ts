/** French has a space before a high sign and within quotes, at which no line may break. */
export const withFrenchSpaces = (text: string): string => text.replace(/ (?=[:;?!»%])|(?<=«) /g, '\u00a0')
