/** What the wallet shows with a payout, in the market's first language. The provider refuses special characters. */
export const payeeNote = 'Retrait epargne Cauri'
