import type { ColumnKey } from './layout.js'

type Headings = Readonly<Partial<Record<ColumnKey, readonly string[]>>>

export const walletHeadings: Headings = {
  receipt: ['receipt number', 'receipt no', 'receipt'],
  moment: ['completion time', 'completed time', 'date and time'],
  details: ['transaction details', 'details'],
  status: ['transaction status', 'status'],
  paidIn: ['paid in'],
  paidOut: ['withdrawn', 'withdrawal', 'withdraw', 'paid out'],
  balance: ['balance'],
}

export const tillHeadings: Headings = {
  ...walletHeadings,
  type: ['transaction type', 'reason type'],
  otherParty: ['other party info', 'other party'],
  unused: [
    'initiation time',
    'balance confirmed',
    'linked transaction id',
    'a c no',
    'account no',
    'currency',
  ],
}

/** Headings of a separate column of fees. */
export const feeHeadings = [
  'bank charges',
  'charges',
  'charge',
  'fees',
  'fee',
  'commissions',
  'commission',
  'frais',
]

/** Headings of a separate column with debit or credit. */
export const sideHeadings = ['dr cr', 'cr dr', 'd c', 'c d', 'sens']

/** Columns without money that may contain numbers. */
export const unusedHeadings = [
  'branch',
  'branch code',
  'agence',
  'currency',
  'devise',
  'serial no',
  's n',
  'sn',
  'no',
]

/** For the generic column mapper: headings of the banks of the region, in English and in French. */
export const bankHeadings: Headings = {
  moment: [
    'transaction date',
    'trans date',
    'txn date',
    'tran date',
    'posting date',
    'post date',
    'booking date',
    'book date',
    'entry date',
    'date d operation',
    'date de l operation',
    'date operation',
    'date oper',
    'date comptable',
    'date',
  ],
  valueDate: ['value date', 'val date', 'effective date', 'date de valeur', 'date valeur', 'valeur'],
  details: [
    'transaction details',
    'transaction description',
    'transaction particulars',
    'particulars',
    'description',
    'narration',
    'narrative',
    'remarks',
    'details',
    'libelle de l operation',
    'libelle operation',
    'libelle',
    'nature de l operation',
    'designation',
    'operation',
  ],
  narrative: ['user narrative', 'customer narrative', 'payment details'],
  receipt: [
    'reference number',
    'reference no',
    'transaction reference',
    'transaction ref',
    'trans ref',
    'ref no',
    'reference',
    'cheque no',
    'chq no',
    'instrument no',
    'ref',
    'numero de piece',
    'n piece',
    'piece',
  ],
  paidOut: [
    'money out',
    'withdrawals',
    'withdrawal',
    'debit amount',
    'montant debit',
    'debits',
    'debit',
    'paid out',
    'payments',
    'amount out',
    'dr amount',
    'dr',
    'debit xaf',
    'debit fcfa',
  ],
  paidIn: [
    'money in',
    'deposits',
    'deposit',
    'credit amount',
    'montant credit',
    'credits',
    'credit',
    'paid in',
    'lodgements',
    'receipts',
    'amount in',
    'cr amount',
    'cr',
  ],
  fee: feeHeadings,
  amount: ['transaction amount', 'amount', 'montant'],
  balance: [
    'book balance',
    'running balance',
    'ledger balance',
    'closing balance',
    'balance',
    'bal',
    'nouveau solde',
    'solde',
  ],
  side: sideHeadings,
  unused: unusedHeadings,
}
