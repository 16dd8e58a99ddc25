export type LabelKey =
  | 'name'
  | 'phoneNumber'
  | 'email'
  | 'contactPhone'
  | 'contactEmail'
  | 'statementPeriod'
  | 'requestDate'
  | 'accountNumber'
  | 'customerNumber'
  | 'accountType'
  | 'accountCreationDate'
  | 'branch'
  | 'currency'
  | 'openingBalance'
  | 'closingBalance'
  | 'availableBalance'
  | 'sumPaidIn'
  | 'sumPaidOut'
  | 'countPaidIn'
  | 'countPaidOut'

/** The labels of the facts in the head of a statement, in the words of `plainWords`. */
export const labels: Readonly<Record<LabelKey, readonly string[]>> = {
  name: [
    'customer name',
    'account name',
    'account holder',
    'account holder name',
    'organization name',
    'organisation name',
    'client name',
    'name',
    'titulaire',
    'titulaire du compte',
    'nom du client',
    'intitule du compte',
    'nom et prenom',
    'client',
    'nom',
  ],
  phoneNumber: ['mobile number', 'phone number', 'mobile no', 'msisdn', 'numero de telephone'],
  email: ['email address', 'e mail address', 'adresse email'],
  // On the paper of a bank these are often the bank's own.
  contactPhone: ['telephone', 'phone', 'tel'],
  contactEmail: ['email', 'e mail', 'courriel'],
  statementPeriod: [
    'statement period',
    'time period',
    'period',
    'periode',
    'periode du releve',
    'statement for the period',
    'date range',
  ],
  requestDate: [
    'request date',
    'date of statement',
    'statement date',
    'date printed',
    'print date',
    'date d edition',
    'edite le',
    'date du releve',
  ],
  accountNumber: [
    'account number',
    'account no',
    'a c no',
    'a c number',
    'numero de compte',
    'n de compte',
    'no compte',
    'compte n',
    'n compte',
    'iban',
    'short code',
    'shortcode',
    'till number',
  ],
  customerNumber: [
    'customer number',
    'customer no',
    'customer id',
    'cif',
    'cif id',
    'client number',
    'numero client',
    'code client',
    'matricule',
  ],
  accountType: ['account type', 'product', 'product name', 'type de compte', 'account class'],
  accountCreationDate: [
    'account opening date',
    'date opened',
    'open date',
    'account creation date',
    'date d ouverture',
  ],
  branch: ['branch', 'branch name', 'account branch', 'agence', 'code agence'],
  currency: ['currency', 'account currency', 'devise', 'monnaie'],
  openingBalance: [
    'opening balance',
    'brought forward balance',
    'balance brought forward',
    'balance b f',
    'solde initial',
    'ancien solde',
    'solde precedent',
    'solde d ouverture',
    'solde anterieur',
    'solde de depart',
  ],
  closingBalance: [
    'closing balance',
    'ledger balance',
    'balance at period end',
    'solde final',
    'nouveau solde',
    'solde de cloture',
    'solde de fin',
  ],
  availableBalance: ['available balance', 'cleared balance', 'uncleared balance', 'solde disponible'],
  sumPaidIn: [
    'total credit amount',
    'total credits',
    'total credit',
    'total money in',
    'total deposits',
    'total paid in',
    'total credits value',
    'total des credits',
    'total credit xaf',
    'total crediteur',
    'credit total',
  ],
  sumPaidOut: [
    'total debit amount',
    'total debits',
    'total debit',
    'total money out',
    'total withdrawals',
    'total paid out',
    'total debits value',
    'total des debits',
    'total debiteur',
    'debit total',
  ],
  countPaidIn: [
    'credit count',
    'no of credits',
    'number of credits',
    'count of credits',
    'nombre de credits',
  ],
  countPaidOut: ['debit count', 'no of debits', 'number of debits', 'count of debits', 'nombre de debits'],
}
