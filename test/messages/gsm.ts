// The default alphabet of GSM 03.38 (3GPP TS 23.038, 6.2.1) in the order of codes, without the escape.
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

// The extension table: each of these characters is sent as an escape and a code, thus two septets.
const extension = '\f^{}\\[~]|€'

const septets = new Map([
  ...[...basic].map((character) => [character, 1] as const),
  ...[...extension].map((character) => [character, 2] as const),
])

export const basicAlphabet: readonly string[] = [...basic]

/** Characters that need UCS-2 for the whole message, which then has room for 70. */
export const charactersOutsideGsm = (text: string): readonly string[] =>
  [...text].filter((character) => !septets.has(character))

/** Length in septets; Infinity for a text that GSM cannot encode, so that it exceeds every limit. */
export const gsmLength = (text: string): number =>
  [...text].reduce((sum, character) => sum + (septets.get(character) ?? Infinity), 0)
