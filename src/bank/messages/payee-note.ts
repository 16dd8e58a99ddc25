/** What the wallet shows with a payout, in the market's first language. Letters and spaces only: the provider refuses more. */
export const payeeNote = 'Retrait epargne Cauri'
