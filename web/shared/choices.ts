/**
 * Stores a person's choices in the browser: language and theme only. Without local storage they last as long as the
 * page.
 */
const prefix = 'cauri.'

export const chosen = <Choice extends string>(name: string, known: readonly Choice[]): Choice | undefined => {
  try {
    const kept = localStorage.getItem(prefix + name)
    return known.find((one) => one === kept)
  } catch {
    return undefined
  }
}

export const keep = (name: string, choice: string): void => {
  try {
    localStorage.setItem(prefix + name, choice)
  } catch {
    // The browser does not allow storage.
  }
}
