import { answered, json, list, refused, said, type Audit, type AuditResult, type Post } from './audit.js'
import { envelopeOf, pairOf, pairsOf } from './call.js'

/** A number that no test registers. */
const stranger = '237679999999'
const caller = { ACCOUNT_HOLDER_MSISDN: stranger }

const balance = (fields: Readonly<Record<string, unknown>> = {}) =>
  envelopeOf('get_savings_balance', caller, fields)

const balanceWith = (...pairs: unknown[]) =>
  balance({ arguments: [...pairsOf({ operation_name: 'get_savings_balance', ...caller }), ...pairs] })

/** Answered with a text for the customer, and nothing is written. */
const refusal = (fields: Readonly<Record<string, unknown>> = {}) =>
  envelopeOf('confirm_deposit', caller, fields)

const without = (field: string) =>
  Object.fromEntries(Object.entries(balance()).filter(([name]) => name !== field))

const manyPairs = (count: number) =>
  Array.from({ length: count }, (_, index) => pairOf(`unknown_${index}`, 'x'))

export const audits: readonly Audit[] = [
  refused('JSN-001', 'MUST refuse an empty body', 'INVALID_JSON', ''),
  refused('JSN-002', 'MUST refuse a body that is not JSON', 'INVALID_JSON', '{"arguments":['),
  refused('JSN-003', 'MUST refuse an HTML page', 'INVALID_JSON', '<html></html>'),
  refused(
    'JSN-004',
    'MUST refuse bytes that are not UTF-8',
    'INVALID_JSON',
    Uint8Array.from([...Buffer.from('{"languageCode":"'), 0xc3, 0x28, ...Buffer.from('"}')]),
  ),
  refused('JSN-005', 'MUST refuse JSON nested deeper than any envelope', 'INVALID_JSON', '['.repeat(20_000)),

  refused('ENV-001', 'MUST refuse a body that is a list', 'MALFORMED_ENVELOPE', []),
  refused('ENV-002', 'MUST refuse a body that is null', 'MALFORMED_ENVELOPE', 'null'),
  refused('ENV-003', 'MUST refuse a body that is a text', 'MALFORMED_ENVELOPE', '"arguments"'),
  refused('ENV-004', 'MUST refuse an empty object', 'MALFORMED_ENVELOPE', {}),
  refused('ENV-005', 'MUST refuse a call without arguments', 'MALFORMED_ENVELOPE', without('arguments'), {
    names: ['arguments'],
  }),
  refused(
    'ENV-006',
    'MUST refuse a call without a session',
    'MALFORMED_ENVELOPE',
    without('sessionIdentifier'),
    {
      names: ['sessionIdentifier'],
    },
  ),
  refused(
    'ENV-007',
    'MUST refuse a call without a journey',
    'MALFORMED_ENVELOPE',
    without('journeyIdentifier'),
    {
      names: ['journeyIdentifier'],
    },
  ),
  refused(
    'ENV-008',
    'MUST refuse an empty session',
    'MALFORMED_ENVELOPE',
    balance({ sessionIdentifier: '' }),
  ),
  refused(
    'ENV-009',
    'MUST refuse a session that is no string',
    'MALFORMED_ENVELOPE',
    balance({ sessionIdentifier: 7 }),
  ),
  refused(
    'ENV-010',
    'MUST refuse a journey that is no string',
    'MALFORMED_ENVELOPE',
    balance({ journeyIdentifier: null }),
  ),
  refused(
    'ENV-011',
    'MUST refuse a session longer than 64 characters',
    'MALFORMED_ENVELOPE',
    balance({ sessionIdentifier: 's'.repeat(65) }),
  ),
  refused(
    'ENV-012',
    'MUST refuse arguments that are an object',
    'MALFORMED_ENVELOPE',
    balance({ arguments: { operation_name: 'get_savings_balance' } }),
  ),
  refused('ENV-013', 'MUST refuse a pair that is null', 'MALFORMED_ENVELOPE', balanceWith(null)),
  refused(
    'ENV-014',
    'MUST refuse a pair without key',
    'MALFORMED_ENVELOPE',
    balanceWith({ value: { value: 'x' } }),
  ),
  refused(
    'ENV-015',
    'MUST refuse a pair without value',
    'MALFORMED_ENVELOPE',
    balanceWith({ key: { value: 'x' } }),
  ),
  refused(
    'ENV-016',
    'MUST refuse a pair whose key is not wrapped',
    'MALFORMED_ENVELOPE',
    balanceWith({ key: 'amount', value: { value: '5' } }),
  ),
  refused(
    'ENV-017',
    'MUST refuse a value that is a number',
    'MALFORMED_ENVELOPE',
    balanceWith(pairOf('amount', 5000)),
  ),
  refused(
    'ENV-018',
    'MUST refuse a value that is a boolean',
    'MALFORMED_ENVELOPE',
    balanceWith(pairOf('amount', true)),
  ),
  refused(
    'ENV-019',
    'MUST refuse a value that is null',
    'MALFORMED_ENVELOPE',
    balanceWith(pairOf('amount', null)),
  ),
  refused(
    'ENV-020',
    'MUST refuse a value that is an object',
    'MALFORMED_ENVELOPE',
    balanceWith(pairOf('amount', { value: '5' })),
  ),
  refused('ENV-021', 'MUST refuse a key that is a number', 'MALFORMED_ENVELOPE', balanceWith(pairOf(1, 'x'))),
  refused(
    'ENV-022',
    'MUST refuse one key with two values',
    'MALFORMED_ENVELOPE',
    balanceWith(pairOf('amount', '1'), pairOf('amount', '2')),
  ),
  refused(
    'ENV-023',
    'MUST refuse two operation names',
    'MALFORMED_ENVELOPE',
    balanceWith(pairOf('operation_name', 'get_user_email')),
  ),
  answered(
    'ENV-024',
    'MUST accept one key twice with the same value',
    'get_savings_balance',
    balance(),
    balanceWith(...pairsOf(caller)),
  ),
  refused('ENV-025', 'MUST refuse more than 100 pairs', 'MALFORMED_ENVELOPE', balanceWith(...manyPairs(99))),
  answered(
    'ENV-026',
    'MUST accept 100 pairs',
    'get_savings_balance',
    balance(),
    balanceWith(...manyPairs(98)),
  ),
  answered(
    'ENV-027',
    'MUST ignore fields that the envelope does not have',
    'get_savings_balance',
    balance(),
    balance({ extra: { a: 1 } }),
  ),
  answered(
    'ENV-028',
    'MUST not care for the order of the pairs',
    'get_savings_balance',
    balance(),
    balance({ arguments: pairsOf({ ...caller, operation_name: 'get_savings_balance' }) }),
  ),
  refused(
    'ENV-029',
    'MUST refuse an empty journey',
    'MALFORMED_ENVELOPE',
    balance({ journeyIdentifier: '' }),
    { names: ['journeyIdentifier'] },
  ),
  refused(
    'ENV-030',
    'MUST refuse a journey longer than 64 characters',
    'MALFORMED_ENVELOPE',
    balance({ journeyIdentifier: 'j'.repeat(65) }),
    { names: ['journeyIdentifier'] },
  ),
  answered(
    'ENV-031',
    'MUST accept a session and a journey of 64 characters',
    'get_savings_balance',
    balance(),
    balance({ sessionIdentifier: 's'.repeat(64), journeyIdentifier: 'j'.repeat(64) }),
  ),
  refused(
    'ENV-032',
    'MUST refuse a session that is null',
    'MALFORMED_ENVELOPE',
    balance({ sessionIdentifier: null }),
    { names: ['sessionIdentifier'] },
  ),
  refused(
    'ENV-033',
    'MUST refuse a session that is a boolean',
    'MALFORMED_ENVELOPE',
    balance({ sessionIdentifier: true }),
    { names: ['sessionIdentifier'] },
  ),
  refused(
    'ENV-034',
    'MUST refuse a session that is wrapped as a value is',
    'MALFORMED_ENVELOPE',
    balance({ sessionIdentifier: { value: 'session-1' } }),
    { names: ['sessionIdentifier'] },
  ),
  refused(
    'ENV-035',
    'MUST refuse a session that is a list',
    'MALFORMED_ENVELOPE',
    balance({ sessionIdentifier: ['session-1'] }),
    { names: ['sessionIdentifier'] },
  ),
  refused(
    'ENV-036',
    'MUST refuse a pair whose value is not wrapped',
    'MALFORMED_ENVELOPE',
    balanceWith({ key: { value: 'amount' }, value: '5' }),
  ),
  refused(
    'ENV-037',
    'MUST refuse a session that is said twice',
    'MALFORMED_ENVELOPE',
    JSON.stringify(balance()).replace('{', '{"sessionIdentifier":"another",'),
  ),
  refused(
    'ENV-038',
    'MUST refuse a value that is said twice, also with the same name written otherwise',
    'MALFORMED_ENVELOPE',
    JSON.stringify(balanceWith(pairOf('amount', '5'))).replace(
      '{"value":"5"}',
      '{"v\\u0061lue":"6","value":"5"}',
    ),
  ),

  answered(
    'LNG-001',
    'MUST answer every language, known or not',
    'get_savings_balance',
    ...['fr', 'en', 'en-GB', 'FR-cm', 'xx', '', '-', '💰'].map((languageCode) => balance({ languageCode })),
    without('languageCode'),
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
  said(
    'LNG-004',
    'MUST speak French to whoever asks for no language or for one that it does not speak',
    /\bvous\b/i,
    ...['fr', 'FR-cm', 'xx', 'de-DE', 'english', '', '-', '💰'].map((languageCode) =>
      refusal({ languageCode }),
    ),
    refusal(),
  ),
  said(
    'LNG-005',
    'MUST speak English to every kind of English',
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
    { endpoint: list, names: ['/getdynamicarguments'] },
  ),
  refused(
    'OPN-007',
    'MUST know no operation by a name that every object has',
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
    'MUST name an argument that its type does not take',
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
    'MUST ignore keys that every object has',
    'get_savings_balance',
    balance(),
    balanceWith(pairOf('__proto__', 'x'), pairOf('constructor', 'x'), pairOf('toString', 'x')),
    JSON.stringify(balance()).replace('{', '{"__proto__":{"languageCode":1},'),
  ),
  answered(
    'ARG-007',
    'MUST leave to the operation what a customer types, absent and empty alike',
    'confirm_deposit',
    envelopeOf('confirm_deposit', caller),
    envelopeOf('confirm_deposit', { ...caller, deposit_reference: '' }),
  ),
  answered(
    'ARG-008',
    'MUST take one number in all its forms',
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
      const { body } = await post(list, json(envelopeOf('list_locked_accounts', caller)))
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

/** Runs every audit in turn. The service must not know `stranger`, and nothing that is sent writes anything. */
export const runAudits = async (post: Post): Promise<AuditResult[]> => {
  const results: AuditResult[] = []
  for (const { id, must, run } of audits) results.push({ id, must, problems: await run(post) })
  return results
}
