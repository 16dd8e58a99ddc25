import { answered, answeredWithWord, bodyOf, listEndpoint, refused, type Audit } from './audit.js'
import { envelopeOf, pairOf } from './call.js'
import { caller, balance, balanceWith, refusal, balanceWithout } from './calls.js'

/** The rules on languages, operations, arguments and answers. */
export const callAudits: readonly Audit[] = [
  answered(
    'LNG-001',
    'MUST answer every language, known or not',
    'get_savings_balance',
    ...['fr', 'en', 'en-GB', 'FR-cm', 'xx', '', '-', '💰'].map((languageCode) => balance({ languageCode })),
    balanceWithout('languageCode'),
  ),
  refused(
    'LNG-002',
    'MUST refuse a language that is a number',
    'MALFORMED_ENVELOPE',
    balance({ languageCode: 1 }),
  ),
  refused(
    'LNG-003',
    'MUST refuse a language that is neither text nor null',
    'MALFORMED_ENVELOPE',
    balance({ languageCode: ['fr'] }),
  ),
  answeredWithWord(
    'LNG-004',
    'MUST answer in French without a language, and for a language that it does not support',
    /\bvous\b/i,
    ...['fr', 'FR-cm', 'xx', 'de-DE', 'english', '', '-', '💰'].map((languageCode) =>
      refusal({ languageCode }),
    ),
    refusal(),
  ),
  answeredWithWord(
    'LNG-005',
    'MUST answer in English for every variant of English',
    /\byou\b/i,
    ...['en', 'en-GB', 'EN-us', 'en_CM'].map((languageCode) => refusal({ languageCode })),
  ),

  refused(
    'OPN-001',
    'MUST refuse a call without operation_name',
    'MALFORMED_ENVELOPE',
    balance({ arguments: [] }),
    {
      names: ['operation_name'],
    },
  ),
  refused('OPN-002', 'MUST refuse an empty operation_name', 'MALFORMED_ENVELOPE', envelopeOf('')),
  refused('OPN-003', 'MUST refuse an unknown operation', 'UNKNOWN_OPERATION', envelopeOf('get_rich', caller)),
  refused(
    'OPN-004',
    'MUST compare operation names to the letter',
    'UNKNOWN_OPERATION',
    envelopeOf('GET_SAVINGS_BALANCE', caller),
  ),
  refused(
    'OPN-005',
    'MUST refuse a list operation on the record endpoint, and name the right one',
    'UNKNOWN_OPERATION',
    envelopeOf('list_locked_accounts', caller),
    { names: ['/getdynamicoptions'] },
  ),
  refused(
    'OPN-006',
    'MUST refuse a record operation on the list endpoint, and name the right one',
    'UNKNOWN_OPERATION',
    balance(),
    { endpoint: listEndpoint, names: ['/getdynamicarguments'] },
  ),
  refused(
    'OPN-007',
    'MUST refuse the names of built-in properties as operations',
    'UNKNOWN_OPERATION',
    envelopeOf('constructor', caller),
  ),
  refused(
    'OPN-008',
    'MUST find no file outside its operations',
    'UNKNOWN_OPERATION',
    envelopeOf('../operations/get_savings_balance', caller),
  ),

  refused(
    'ARG-001',
    'MUST name an argument that is missing',
    'MISSING_ARGUMENT',
    envelopeOf('get_savings_balance'),
    {
      names: ['ACCOUNT_HOLDER_MSISDN'],
    },
  ),
  refused(
    'ARG-002',
    'MUST count an empty argument as missing',
    'MISSING_ARGUMENT',
    envelopeOf('get_savings_balance', { ACCOUNT_HOLDER_MSISDN: '' }),
    { names: ['ACCOUNT_HOLDER_MSISDN'] },
  ),
  refused(
    'ARG-003',
    'MUST name an argument whose value is invalid',
    'INVALID_ARGUMENT',
    envelopeOf('get_savings_balance', { ACCOUNT_HOLDER_MSISDN: 'not a number' }),
    { names: ['ACCOUNT_HOLDER_MSISDN'] },
  ),
  refused(
    'ARG-004',
    'MUST refuse an absurdly long number',
    'INVALID_ARGUMENT',
    envelopeOf('get_savings_balance', { ACCOUNT_HOLDER_MSISDN: '2'.repeat(10_000) }),
  ),
  answered(
    'ARG-005',
    'MUST ignore arguments that the operation does not declare',
    'get_savings_balance',
    balance(),
    balanceWith(pairOf('amount', '-1'), pairOf('locked_account_id', 'x')),
  ),
  answered(
    'ARG-006',
    'MUST ignore keys with the names of built-in properties',
    'get_savings_balance',
    balance(),
    balanceWith(pairOf('__proto__', 'x'), pairOf('constructor', 'x'), pairOf('toString', 'x')),
    JSON.stringify(balance()).replace('{', '{"__proto__":{"languageCode":1},'),
  ),
  answered(
    'ARG-007',
    'MUST pass on to the operation what a customer typed, and treat absent and empty alike',
    'confirm_deposit',
    envelopeOf('confirm_deposit', caller),
    envelopeOf('confirm_deposit', { ...caller, deposit_reference: '' }),
  ),
  answered(
    'ARG-008',
    'MUST accept a number in each of its forms',
    'get_savings_balance',
    ...['237679999999', '+237679999999', '00237679999999', '679999999'].map((form) =>
      envelopeOf('get_savings_balance', { ACCOUNT_HOLDER_MSISDN: form }),
    ),
  ),

  answered('RES-001', 'MUST answer a record as the pairs of its table', 'get_savings_balance', balance()),
  answered(
    'RES-002',
    'MUST answer a list under argumentsList',
    'list_offerable_products',
    envelopeOf('list_offerable_products'),
  ),
  {
    id: 'RES-003',
    must: 'MUST answer an empty list as []',
    run: async (post) => {
      const { body } = await post(listEndpoint, bodyOf(envelopeOf('list_locked_accounts', caller)))
      return body === '{"argumentsList":[]}' ? [] : [body]
    },
  },
  answered(
    'RES-004',
    'MUST omit optional keys of a customer who is not registered',
    'check_registration_status',
    envelopeOf('check_registration_status', caller),
  ),
  answered(
    'RES-005',
    'MUST answer email_status and an empty email when there is none',
    'get_user_email',
    envelopeOf('get_user_email', caller),
  ),
]
