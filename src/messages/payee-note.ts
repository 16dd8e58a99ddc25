/** What the wallet shows with a payout. No language: letters and spaces only, since the provider refuses more. */
export const payeeNote = 'Cauri epargne savings'
