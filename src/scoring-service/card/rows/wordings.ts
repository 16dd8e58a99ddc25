/**
 * The wordings of statements (docs/design/statement-layouts.md#wordings), as data: a new wording is a new line here. Text is
 * compared as lower-case words without accents and punctuation. **Order matters**, the first line that fits wins: charges
 * before payments, reversals before what they reverse, overdraft before loan, betting before lenders, banks before words
 * that lenders and banks share.
 */

/** How money moved or, if the wording says so, what it was for. */
export type RowKind =
  | 'charge'
  | 'reversal'
  | 'overdraftDraw'
  | 'overdraftRepayment'
  | 'loanRequest'
  | 'loanDisbursement'
  | 'loanRepayment'
  | 'savingsDeposit'
  | 'savingsWithdrawal'
  | 'bettingStake'
  | 'bettingPayout'
  | 'salary'
  | 'tillReceipt'
  | 'pochiReceipt'
  | 'businessPayment'
  | 'promotion'
  | 'transferIn'
  | 'international'
  | 'bankTransfer'
  | 'agentDeposit'
  | 'agentWithdrawal'
  | 'sendMoney'
  | 'smallBusiness'
  | 'payBill'
  | 'buyGoods'
  | 'airtime'
  | 'otherIn'
  | 'otherOut'

type Category =
  | 'sendMoney'
  | 'receivedMoney'
  | 'agentDeposit'
  | 'agentWithdrawal'
  | 'lipaPayBill'
  | 'lipaBuyGoods'
  | 'others'

/**
 * The line of the printed summary for a row, by its wording and not by who was paid: a bet that is paid by Pay Bill is
 * a Pay Bill.
 */
export const categoryOf: Readonly<Record<RowKind, Category>> = {
  charge: 'others',
  reversal: 'others',
  overdraftDraw: 'others',
  overdraftRepayment: 'others',
  loanRequest: 'others',
  loanDisbursement: 'others',
  loanRepayment: 'others',
  savingsDeposit: 'others',
  savingsWithdrawal: 'others',
  bettingStake: 'others',
  bettingPayout: 'others',
  salary: 'receivedMoney',
  tillReceipt: 'receivedMoney',
  pochiReceipt: 'receivedMoney',
  businessPayment: 'receivedMoney',
  promotion: 'receivedMoney',
  transferIn: 'receivedMoney',
  international: 'receivedMoney',
  bankTransfer: 'receivedMoney',
  agentDeposit: 'agentDeposit',
  agentWithdrawal: 'agentWithdrawal',
  sendMoney: 'sendMoney',
  smallBusiness: 'sendMoney',
  payBill: 'lipaPayBill',
  buyGoods: 'lipaBuyGoods',
  airtime: 'others',
  otherIn: 'others',
  otherOut: 'others',
}

/** A wording that shows how money moved (the payment rail), and the kinds of rows that have it. */
export interface Rail {
  readonly words: readonly string[]
  /** The kinds of credits and of debits with the wording. One is absent if there are no such rows. */
  readonly in?: RowKind
  readonly out?: RowKind
  /** The kind of a row without an amount. */
  readonly zero?: RowKind
  /** Whether the name after the wording is a company's: only then do brands apply. A person may be called Tala. */
  readonly company?: true
  /** A wording whose kind depends on other rows. */
  readonly ambiguous?: true
  readonly lender?: string
}

/** Words that may occur within a wording without changing its meaning. */
export const modifiers = [
  'with',
  'fuliza',
  'mpesa',
  'online',
  'intimate',
  'card',
  'zero',
  'rated',
  'retail',
  'own',
  'ussd',
]

/** The word in the wording of a payment that shows that it was paid from the overdraft. */
export const overdraftMark = 'fuliza'

const anyDirection = (kind: RowKind) => ({ in: kind, out: kind, zero: kind })

/** Wordings at the beginning of the details that show how money moved. */
export const rails: readonly Rail[] = [
  {
    words: [
      'Customer Transfer of Funds Charge',
      'Customer Transfer Charge',
      'Pay Bill Charge',
      'Pay Merchant Charge',
      'Merchant Payment Charge',
      'Withdrawal Charge',
      'Customer Withdrawal Charge',
      'Withdrawal of Funds Charge',
      'Business Pay Bill Charge',
      'Business Payment Charge',
      'Buy Goods Charge',
      'Send Money Charge',
      'Transaction Charge',
      'Service Charge',
      'Organization Withdrawal Charge',
      'Merchant Charge',
    ],
    ...anyDirection('charge'),
  },
  {
    words: [
      'Send Money Reversal',
      'Pay Utility Reversal',
      'Pay Bill Reversal',
      'Offnet C2B Transaction Reversal',
      'Merchant Payment Reversal',
      'Buy Goods Reversal',
      'Customer Transfer Reversal',
      'Airtime Purchase Reversal',
      'Withdrawal Reversal',
      'Transaction Reversal',
      'Reversal of',
      'Reversal',
    ],
    ...anyDirection('reversal'),
    company: true,
  },
  { words: ['OverDraft of Credit Party'], ...anyDirection('overdraftDraw') },
  { words: ['OD Loan Repayment to', 'OD Loan Repayment'], ...anyDirection('overdraftRepayment') },

  { words: ['M-Shwari Loan Request'], ...anyDirection('loanRequest'), lender: 'M-Shwari' },
  { words: ['KCB M-PESA Loan Request'], ...anyDirection('loanRequest'), lender: 'KCB M-PESA' },
  { words: ['Term Loan Request'], ...anyDirection('loanRequest'), lender: 'Hustler Fund' },
  {
    words: ['M-Shwari Loan Disbursement', 'M-Shwari Loan Disburse', 'M-Shwari Loan'],
    in: 'loanDisbursement',
    zero: 'loanRequest',
    lender: 'M-Shwari',
  },
  { words: ['M-Shwari Loan Repayment', 'M-Shwari Loan Repay'], out: 'loanRepayment', lender: 'M-Shwari' },
  {
    words: ['KCB M-PESA Loan Disbursement', 'KCB M-PESA Loan Disburse'],
    in: 'loanDisbursement',
    lender: 'KCB M-PESA',
  },
  {
    words: ['KCB M-PESA Loan Repayment', 'KCB M-PESA Loan Repay'],
    out: 'loanRepayment',
    lender: 'KCB M-PESA',
  },
  {
    words: ['Term Loan Disbursement for', 'Term Loan Disbursement'],
    in: 'loanDisbursement',
    lender: 'Hustler Fund',
  },
  { words: ['Term Loan Repayment for', 'Term Loan Repayment'], out: 'loanRepayment', lender: 'Hustler Fund' },

  {
    words: ['M-Shwari Deposit', 'M-Shwari Lock Deposit', 'M-Shwari Lock'],
    out: 'savingsDeposit',
    in: 'savingsWithdrawal',
  },
  { words: ['M-Shwari Withdraw', 'M-Shwari Withdrawal', 'M-Shwari Lock Withdraw'], in: 'savingsWithdrawal' },
  {
    words: [
      'KCB M-PESA Deposit',
      'KCB M-PESA Target First Deposit',
      'KCB M-PESA Target Deposit',
      'KCB M-PESA Fixed Deposit',
    ],
    out: 'savingsDeposit',
  },
  { words: ['KCB M-PESA Target Withdraw', 'KCB M-PESA Fixed Withdraw'], in: 'savingsWithdrawal' },
  { words: ['KCB M-PESA Withdraw'], in: 'savingsWithdrawal', ambiguous: true, lender: 'KCB M-PESA' },
  {
    words: ['Savings Contribution', 'Savings Deposit', 'Savings Withdrawal'],
    out: 'savingsDeposit',
    in: 'savingsWithdrawal',
  },
  { words: ['Unit Trust Invest To', 'Unit Trust Invest'], out: 'savingsDeposit' },
  { words: ['Unit Trust Withdraw From', 'Unit Trust Withdraw'], in: 'savingsWithdrawal' },
  { words: ['Sell Shares Payment by', 'Sell Shares Payment'], in: 'savingsWithdrawal' },
  { words: ['Buy Shares Payment'], out: 'savingsDeposit' },
  {
    words: ['Ziidi Trader Customer', 'Ziidi Trader', 'Ziidi'],
    out: 'savingsDeposit',
    in: 'savingsWithdrawal',
  },

  { words: ['Salary Payment from', 'Salary Payment'], in: 'salary' },
  {
    words: [
      'Organization Settlement',
      'Business to Bank settlement to',
      'Business to Bank',
      'Merchant to Bank',
    ],
    out: 'bankTransfer',
    company: true,
  },
  { words: ['Promotion Payment from', 'Promotion Payment'], in: 'promotion' },
  { words: ['Transfer from Bank'], in: 'bankTransfer', company: true },
  { words: ['Receive International Transfer From', 'Receive International'], in: 'international' },
  {
    words: ['Merchant Customer Payment from', 'Customer Merchant Payment from', 'Customer Merchant Payment'],
    in: 'tillReceipt',
  },
  { words: ['Merchant Payment from', 'Pay Bill from', 'Pay Merchant from'], in: 'tillReceipt' },
  {
    words: ['Customer Payment to Small Business from', 'Customer Send Money to Micro SME Business from'],
    in: 'pochiReceipt',
  },
  {
    words: ['Funds received from Business', 'Receive funds from Business'],
    in: 'businessPayment',
    company: true,
  },
  {
    words: ['Business Payment from', 'B2C Payment from', 'B2C Payment'],
    in: 'businessPayment',
    company: true,
  },
  {
    words: ['Funds received from', 'Receive funds from', 'Receive funds', 'Funds received'],
    in: 'transferIn',
  },

  {
    words: [
      'Customer Payment to Small Business to',
      'Customer Send Money to Micro SME Business to',
      'Small Business Pay Bill to',
      'Customer Payment to Small Business',
      'Customer Send Money to Micro SME Business',
    ],
    out: 'smallBusiness',
    in: 'pochiReceipt',
  },
  {
    words: [
      'Customer Transfer to',
      'Offnet C2B Transfer to',
      'Global Send Money to',
      'Customer Send Money to',
      'Send Money to',
      'Send Money',
    ],
    out: 'sendMoney',
    in: 'transferIn',
  },
  {
    words: [
      'Deposit of Funds at Agent Till',
      'Customer Deposit at Agent Till',
      'Deposit of Funds',
      'Customer Deposit',
      'Cash In',
    ],
    in: 'agentDeposit',
  },
  {
    words: ['Customer Withdrawal At Agent Till', 'Customer Withdrawal', 'Agent Withdrawal', 'Cash Out'],
    out: 'agentWithdrawal',
  },
  {
    words: [
      'Airtime Purchase For Other',
      'Airtime Purchase',
      'Customer Airtime Purchase',
      'Customer Bundle Purchase to',
      'Customer Bundle Purchase',
      'Buy Bundles',
      'Recharge for Customer',
    ],
    out: 'airtime',
  },
  {
    words: ['Pay Bill to', 'Pay Bill', 'Customer Pay Bill to', 'Customer Pay Bill', 'Pay Utility'],
    out: 'payBill',
    in: 'tillReceipt',
    company: true,
  },
  {
    words: [
      'Merchant Payment to',
      'Merchant Payment',
      'Payment Merchant Payment to',
      'Buy Goods to',
      'Pay Merchant to',
    ],
    out: 'buyGoods',
    in: 'tillReceipt',
    company: true,
  },
]

/** Wordings anywhere in the narrative of a bank, in English and French. They are tried if no rail matches. */
export const narratives: readonly Rail[] = [
  { words: ['reversal', 'reversed', 'rev of', 'extourne', 'annulation'], ...anyDirection('reversal') },
  {
    words: [
      'charge',
      'charges',
      'commission',
      'commissions',
      'excise duty',
      'ledger fee',
      'ledger fees',
      'monthly fee',
      'service fee',
      'maintenance fee',
      'sms alert',
      'sms fee',
      'withholding tax',
      'stamp duty',
      'frais',
      'agios',
      'tenue de compte',
    ],
    ...anyDirection('charge'),
  },
  { words: ['overdraft repayment', 'od recovery', 'od repayment'], out: 'overdraftRepayment' },
  { words: ['overdraft', 'od drawdown', 'decouvert'], in: 'overdraftDraw', out: 'overdraftRepayment' },
  {
    words: [
      'loan repayment',
      'loan recovery',
      'loan instalment',
      'loan installment',
      'loan repay',
      'loan deduction',
      'remboursement pret',
      'remboursement du pret',
      'remboursement credit',
      'echeance pret',
      'echeance credit',
      'ech pret',
      'mensualite pret',
      'prelevement pret',
    ],
    out: 'loanRepayment',
    in: 'reversal',
    lender: '',
  },
  {
    words: [
      'loan disbursement',
      'loan disb',
      'loan drawdown',
      'loan proceeds',
      'loan credit',
      'deblocage pret',
      'mise en place pret',
      'deblocage credit',
      'octroi pret',
      'octroi credit',
      'decaissement pret',
      'decaissement credit',
    ],
    in: 'loanDisbursement',
    lender: '',
  },
  { words: ['pret personnel', 'versement pret'], in: 'loanDisbursement', out: 'loanRepayment', lender: '' },
  { words: ['loan'], in: 'loanDisbursement', out: 'loanRepayment', lender: '', ambiguous: true },
  {
    words: [
      'fixed deposit',
      'call deposit',
      'term deposit',
      'savings transfer',
      'to savings',
      'from savings',
      'money market',
      'unit trust',
      'depot a terme',
      'epargne',
    ],
    out: 'savingsDeposit',
    in: 'savingsWithdrawal',
  },
  {
    words: [
      'salary',
      'salaries',
      'payroll',
      'net pay',
      'sal',
      'wages',
      'salaire',
      'virement salaire',
      'paie',
    ],
    in: 'salary',
  },
  {
    words: [
      'mpesa',
      'airtel money',
      'mobile money',
      'tkash',
      'mobile transfer',
      'wallet',
      'orange money',
      'mtn momo',
      'momo',
    ],
    ...anyDirection('bankTransfer'),
  },
  { words: ['airtime', 'bundles', 'recharge'], out: 'airtime' },
  {
    words: [
      'atm',
      'cash withdrawal',
      'cash wdl',
      'agent withdrawal',
      'counter withdrawal',
      'self cheque',
      'retrait',
      'dab',
    ],
    out: 'agentWithdrawal',
    in: 'reversal',
  },
  {
    words: ['cash deposit', 'agent deposit', 'cash dep', 'versement especes', 'versement', 'depot especes'],
    in: 'agentDeposit',
  },
  {
    words: ['pos', 'purchase', 'card payment', 'visa', 'mastercard', 'paiement carte', 'achat'],
    out: 'buyGoods',
    in: 'reversal',
    company: true,
  },
  {
    words: ['merchant settlement', 'till settlement', 'card settlement', 'lipa na mpesa'],
    in: 'tillReceipt',
  },
  {
    words: ['bill payment', 'paybill', 'standing order', 'direct debit', 'prelevement', 'facture'],
    out: 'payBill',
    company: true,
  },
  {
    words: ['swift', 'international transfer', 'inward tt', 'western union', 'moneygram'],
    in: 'international',
    out: 'sendMoney',
  },
  {
    words: [
      'pesalink',
      'rtgs',
      'eft',
      'transfer',
      'trf',
      'funds transfer',
      'virement recu',
      'virement emis',
      'virement',
      'inward',
      'outward',
      'ift',
    ],
    in: 'transferIn',
    out: 'sendMoney',
  },
  { words: ['cheque', 'chq', 'remise cheque'], in: 'transferIn', out: 'otherOut' },
  { words: ['interest', 'interets'], in: 'otherIn', out: 'charge' },
]

export type Sector =
  | 'betting'
  | 'savings'
  | 'bank'
  | 'neutral'
  | 'lender'
  | 'utilities'
  | 'airtime'
  | 'supermarket'
  | 'groceries'
  | 'fuel'
  | 'rideHailing'
  | 'transport'
  | 'rent'
  | 'education'
  | 'health'
  | 'insurance'
  | 'government'
  | 'eatingOut'

/** The company or trade that a name stands for. Not used if the wording is that of a rail without `company`. */
export interface Brand {
  readonly words: readonly string[]
  readonly sector: Sector
  /** The label in results. Null if the words name a trade and not a company: then the name itself is shown. */
  readonly label: string | null
  /** Matches only as the first word of the name: `BRANCH`, but not `NAIVAS WESTLANDS BRANCH`. */
  readonly first?: true
  /** Not used for payments to a till: in a shop's name `SBM` is not a bank, and `CREDIT` is not a lender. */
  readonly notForTills?: true
}

const brand = (sector: Sector, label: string, ...words: string[]): Brand => ({
  sector,
  label,
  words: words.length > 0 ? words : [label],
})
const firstOnly = (line: Brand): Brand => ({ ...line, first: true, notForTills: true })
const notForTills = (line: Brand): Brand => ({ ...line, notForTills: true })
const trade = (sector: Sector, ...words: string[]): Brand => ({ sector, label: null, words })

/** Canonical names of `bankName` (docs/scoring-contract.md#documents), then how statements write them. */
const banks: readonly Brand[] = [
  brand('bank', 'ABSA', 'Absa', 'Barclays'),
  brand('bank', 'CO_OPERATIVE', 'Co-operative Bank', 'Cooperative Bank', 'Co-op Bank', 'Coop Bank'),
  brand('bank', 'DIAMOND_TRUST', 'Diamond Trust', 'DTB'),
  brand('bank', 'ECOBANK', 'Ecobank'),
  brand('bank', 'EQUITY', 'Equity Bank', 'Equity Paybill', 'Equity', 'Equitel'),
  brand('bank', 'FAMILY', 'Family Bank'),
  brand('bank', 'I_AND_M', 'I&M Bank', 'I and M Bank', 'I & M'),
  brand('bank', 'KCB', 'KCB', 'Kenya Commercial Bank'),
  brand('bank', 'NATIONAL', 'National Bank'),
  brand('bank', 'NCBA', 'NCBA', 'CBA Bank', 'NIC Bank', 'Loop'),
  brand('bank', 'STANBIC', 'Stanbic'),
  brand('bank', 'STANDARD_CHARTERED', 'Standard Chartered', 'Stanchart'),
  brand('bank', 'SBM', 'SBM Bank', 'SBM'),
  brand('bank', 'CREDIT_BANK', 'Credit Bank'),
  brand('bank', 'AFRILAND', 'Afriland'),
  brand('bank', 'UBA', 'UBA', 'United Bank for Africa'),
].map(notForTills)

export const brands: readonly Brand[] = [
  brand('betting', 'SportPesa', 'SportPesa', 'Sport Pesa', 'Pevans'),
  brand('betting', 'Betika', 'Betika', 'Shop and Deliver'),
  brand('betting', 'Odibets', 'Odibets', 'Odi Bets', 'Odibet'),
  brand('betting', 'Betway', 'Betway', 'Bet way'),
  brand('betting', 'Mozzart', 'Mozzart', 'Mozzartbet', 'Mozzart Bet'),
  brand('betting', '1xBet', '1xBet', '1x Bet'),
  brand('betting', 'Shabiki'),
  brand('betting', 'BetLion', 'BetLion', 'Bet Lion'),
  brand('betting', 'Cheza Cash', 'Cheza Cash', 'Chezacash'),
  brand('betting', 'SportyBet', 'SportyBet', 'Sporty Bet'),
  brand('betting', '22Bet', '22Bet', '22 Bet'),
  brand('betting', 'Kwikbet', 'Kwikbet', 'Kwik bet'),
  brand('betting', 'Premier Bet', 'Premier Bet', 'Premierbet'),
  brand('betting', 'Betclic'),
  brand('betting', 'PMUC'),
  brand('betting', 'Lotto', 'Lotto', 'Loterie'),
  trade('betting', 'betting', 'casino', 'jackpot'),

  notForTills(
    brand(
      'savings',
      'Money market fund',
      'Money Market',
      'Unit Trust',
      'Etica',
      'Zimele',
      'Ndovu',
      'Britam Asset',
      'CIC Asset',
      'Mali',
    ),
  ),
  brand('savings', 'M-Shwari', 'M-Shwari'),

  brand('neutral', 'M-PESA GlobalPay', 'M-PESA GlobalPay', 'GlobalPay', '903470'),
  brand(
    'neutral',
    'Aggregator',
    'Pesapal',
    'Cellulant',
    'Kopo Kopo',
    'JamboPay',
    'iPay',
    'Flutterwave',
    'Paystack',
    'DPO',
    'Kopokopo',
  ),

  brand('lender', 'Tala', '851900'),
  brand('lender', 'Branch', '247988', 'Branch International', 'Branch Microfinance'),
  brand('lender', 'Timiza', 'Timiza', '300067'),
  brand('lender', 'Zenka'),
  brand('lender', 'OKash', 'OKash', 'O Kash'),
  brand('lender', 'Hustler Fund', 'Hustler Fund', 'H- Fund', 'Hustler'),
  brand('lender', 'Lendplus'),
  brand('lender', 'iPesa'),
  brand('lender', 'Zash'),
  brand('lender', 'Mokash'),
  ...[brand('lender', 'Tala'), brand('lender', 'Branch')].map(firstOnly),
  ...banks,
  notForTills(
    trade(
      'lender',
      'sacco',
      'microfinance',
      'micro finance',
      'microcredit',
      'micro credit',
      'credit',
      'loans',
      'lending',
      'mfi',
      'watu',
      'mogo',
    ),
  ),
  notForTills(trade('bank', 'bank', 'banque')),

  brand('utilities', 'KPLC Prepaid', 'KPLC Prepaid', '888880'),
  brand('utilities', 'KPLC Postpaid', 'KPLC Postpaid', '888888'),
  brand('utilities', 'KPLC', 'KPLC', 'Kenya Power'),
  brand('utilities', 'Eneo'),
  brand('utilities', 'Camwater'),
  brand('utilities', 'Zuku'),
  brand('utilities', 'DStv', 'DStv', 'Multichoice'),
  brand('utilities', 'GOtv'),
  brand('utilities', 'StarTimes', 'StarTimes', 'Star Times'),
  brand('utilities', 'Canal+', 'Canal plus', 'Canalsat', 'Canal+'),
  brand('utilities', 'Faiba'),
  brand('utilities', 'Safaricom Home', 'Safaricom Home', 'Home Fibre'),
  notForTills(brand('utilities', 'Water', 'Water', 'Sewerage')),

  brand('airtime', 'Airtime', 'Postpaid Bundles', 'Airtime', 'Bundles', 'Safaricom Postpaid'),

  brand('supermarket', 'Naivas'),
  brand('supermarket', 'Quickmart', 'Quickmart', 'Quick Mart'),
  brand('supermarket', 'Carrefour'),
  brand('supermarket', 'Chandarana', 'Chandarana', 'Foodplus'),
  brand('supermarket', 'Cleanshelf', 'Cleanshelf', 'Clean Shelf'),
  brand('supermarket', 'Tuskys'),
  brand('supermarket', 'Magunas'),
  brand('supermarket', 'Eastmatt', 'Eastmatt', 'East Matt'),
  brand('supermarket', 'Dovv'),
  brand('supermarket', 'Mahima'),
  brand('supermarket', 'Santa Lucia'),
  brand('supermarket', 'Spar'),
  trade('supermarket', 'supermarket', 'supermarche', 'hypermarket'),
  trade(
    'groceries',
    'grocery',
    'groceries',
    'butchery',
    'mini mart',
    'minimart',
    'cereals',
    'greengrocer',
    'bakery',
    'milk',
    'dairy',
    'market',
  ),

  brand('rideHailing', 'Uber', 'Uber'),
  brand('rideHailing', 'Bolt', 'Bolt', 'Taxify'),
  brand('rideHailing', 'Little', 'Little Cab', 'Little App'),
  brand('rideHailing', 'Yango'),
  trade(
    'fuel',
    'petrol',
    'filling station',
    'service station',
    'total energies',
    'totalenergies',
    'shell',
    'rubis',
    'ola energy',
    'tradis',
    'fuel',
    'petroleum',
    'oilibya',
    'gulf energy',
    'bocom',
    'neptune oil',
  ),
  trade('transport', 'matatu', 'shuttle', 'bus', 'taxi', 'sgr', 'railways', 'parking', 'transport'),
  trade(
    'rent',
    'rent',
    'apartments',
    'realtors',
    'properties',
    'property',
    'landlord',
    'housing',
    'estates',
    'loyer',
  ),
  trade(
    'education',
    'school',
    'schools',
    'academy',
    'university',
    'college',
    'fees',
    'helb',
    'ecole',
    'lycee',
    'universite',
    'institute',
    'kindergarten',
  ),
  trade(
    'health',
    'hospital',
    'clinic',
    'pharmacy',
    'chemist',
    'medical',
    'nhif',
    'shif',
    'sha',
    'dental',
    'hopital',
    'pharmacie',
    'clinique',
  ),
  trade('insurance', 'insurance', 'assurance', 'britam', 'jubilee', 'cic', 'aar'),
  trade('government', 'ecitizen', 'e citizen', 'kra', 'county', 'ntsa', 'impots', 'tresor'),
  trade(
    'eatingOut',
    'restaurant',
    'hotel',
    'cafe',
    'java house',
    'kfc',
    'pizza',
    'chicken inn',
    'bar',
    'lounge',
    'grill',
  ),
]

/** Words that separate a name from the wording before it and from the words after it. */
export const nameEnds = [
  'via',
  'original',
  'conversation',
  'acc',
  'account',
  'by',
  'to',
  'for',
  'from',
  'api',
  'of',
]

export const spendingCategories = [
  'utilities',
  'rent',
  'groceries',
  'airtime_data',
  'education',
  'health',
  'transport',
  'shopping',
  'eating_out',
  'bills',
  'insurance',
  'government',
  'betting',
  'loan_repayments',
  'savings',
  'cash_withdrawals',
  'people',
  'bank_transfers',
  'charges',
  'other',
] as const
export type SpendingCategory = (typeof spendingCategories)[number]

export const categoryOfSector: Readonly<Record<Sector, SpendingCategory | null>> = {
  betting: 'betting',
  savings: 'savings',
  bank: 'bank_transfers',
  neutral: null,
  lender: 'loan_repayments',
  utilities: 'utilities',
  airtime: 'airtime_data',
  supermarket: 'groceries',
  groceries: 'groceries',
  fuel: 'transport',
  rideHailing: 'transport',
  transport: 'transport',
  rent: 'rent',
  education: 'education',
  health: 'health',
  insurance: 'insurance',
  government: 'government',
  eatingOut: 'eating_out',
}

/** What the debits of each kind are spent on; null if they are not spending. */
export const spendingOfKind: Readonly<Record<RowKind, SpendingCategory | null>> = {
  charge: 'charges',
  reversal: null,
  overdraftDraw: null,
  overdraftRepayment: null,
  loanRequest: null,
  loanDisbursement: null,
  loanRepayment: 'loan_repayments',
  savingsDeposit: 'savings',
  savingsWithdrawal: null,
  bettingStake: 'betting',
  bettingPayout: null,
  salary: 'other',
  tillReceipt: 'other',
  pochiReceipt: 'other',
  businessPayment: 'other',
  promotion: 'other',
  transferIn: 'other',
  international: 'other',
  bankTransfer: 'bank_transfers',
  agentDeposit: 'other',
  agentWithdrawal: 'cash_withdrawals',
  sendMoney: 'people',
  smallBusiness: 'shopping',
  payBill: 'bills',
  buyGoods: 'shopping',
  airtime: 'airtime_data',
  otherIn: 'other',
  otherOut: 'other',
}

/** Credits that are not income, whoever sends them (docs/scorecard.md#what-is-counted). */
export const notIncome: ReadonlySet<RowKind> = new Set<RowKind>([
  'charge',
  'reversal',
  'overdraftDraw',
  'overdraftRepayment',
  'loanRequest',
  'loanDisbursement',
  'loanRepayment',
  'savingsDeposit',
  'savingsWithdrawal',
  'bettingStake',
  'bettingPayout',
])
