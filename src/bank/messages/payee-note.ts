/** What the wallet shows with a payout, in the market's first language. The provider accepts letters and spaces only. */
export const payeeNote = 'Retrait epargne Cauri'
