// The default alphabet of GSM 03.38 (3GPP TS 23.038, 6.2.1), in code order but for the escape.
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

// The extension table: each is sent as an escape and a code, two septets.
const extension = '\f^{}\\[~]|€'

const septets = new Map([
  ...[...basic].map((character) => [character, 1] as const),
  ...[...extension].map((character) => [character, 2] as const),
])

export const basicAlphabet: readonly string[] = [...basic]

/** Characters that turn a whole message into UCS-2, where only 70 fit. */
export const charactersOutsideGsm = (text: string): readonly string[] =>
  [...text].filter((character) => !septets.has(character))

/** Length in septets. Infinite when the text can't be sent as GSM, so that no limit lets it through. */
export const gsmLength = (text: string): number =>
  [...text].reduce((sum, character) => sum + (septets.get(character) ?? Infinity), 0)
