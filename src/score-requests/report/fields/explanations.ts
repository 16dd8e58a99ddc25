/** Explanations that several products share. */
export const text = {
  score:
    '500 plus the points of the characteristics of the card, kept between 0 and 1000. 500 points stand for a default risk of 5 %, 700 for 2 %. Fewer than 3 full months: at most 499; fewer than 6: at most 799; gaps, or a last day more than 45 days ago: at most 599. Fewer than 30 completed rows, 10 active days or 30 covered days: no score.',
  generic:
    'The risk over the next twelve months: 500 plus the points of each characteristic, each multiplied by its weight for this score in the published card, kept between 0 and 1000.',
  business:
    '500 plus the points of the business table of the card. Given only with a till, a business wallet, or a wallet that gets transfers from at least 20 different people in a usual month, and at least 30 % of its income from them.',
  band: 'By the score: 800 to 1000 excellent, 600 to 799 good, 400 to 599 fair, 200 to 399 poor, 0 to 199 high risk. Without a score: none.',
  riskBand:
    'A from 600 points, B from 400, C below. The nominal default risks of the bands are 2 %, 5 % and 15 %.',
  decision:
    'A: approve. B: approve with conditions. C, or a statement that is contradicted: decline. One that is not confirmed as genuine, two that disagree, or another name at the bureau: refer.',
  risk: '1 / (1 + 19 e^((score - 500) / 211.1082)). An expert estimate until outcomes of real loans are known.',
  limit:
    'The short-term affordability times 1 (band A), 0.6 (B) or 0 (C), less what is owed, rounded down to 100 (francs: 500). At most the average surplus (see the instalment) less what is owed.',
  net: 'The gross limit less what is still owed to the lenders in the statement: always the same amount as the short-term limit.',
  businessLimit:
    '30 % of the median monthly takings, at most the average surplus of a month / 1.25, times 1 (band A of the business score), 0.6 (B) or 0 (C), less what is owed.',
  afford:
    'The smallest of (dependable income / 3 - debt service), (prudent surplus - price of debt) / 1.25 and average surplus / 1.25, times 1, 0.8 or 0.5 by completeness (Green, Yellow, Red), rounded down to 10 (francs: 50). Dependable income: the median month, without large amounts passed on at once. Surplus: income less cost of living; prudent: halfway from its 25th percentile to its median; average: its mean less the price of debt. From a year on, dependable income and prudent surplus are at least 80 % of their means. Price of debt: what was repaid beyond what was borrowed, and a quarter of what is owed.',
  businessAfford:
    'A monthly instalment: 10 % of the median monthly takings, at most the average surplus of a month / 1.25, times 1 (band A of the business score), 0.6 (B) or 0 (C), less what is owed.',
  confidence:
    'How much data there is to judge by: 30 % coverage of months, 20 % full months / 12, 15 % rows / 600, 20 % share of balances that follow from one another, 15 % share of the money whose wording is known. It is not part of any score.',
} as const

export const notBusiness = 'Not applicable'
export const noScore = 'No score'
