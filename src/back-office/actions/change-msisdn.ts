import { changeMsisdnIn, checkNewMsisdn } from '../../bank/savings/closing/change-msisdn.js'
import type { Msisdn } from '../../kernel/msisdn.js'
import { emptyPreview, type Action } from '../action.js'
import { accountOf, savedBy, type OfAccount } from './close-and-address.js'

export interface MsisdnInput extends OfAccount {
  readonly kind: 'CHANGE_MSISDN'
  readonly msisdn: Msisdn
}

export const changeMsisdn: Action<MsisdnInput> = {
  needsEvidence: () => true,
  isPersonal: true,
  plan: async (tx, { facts, input }) => {
    const { facts: known } = accountOf(facts, input)
    await checkNewMsisdn(tx, known, input.msisdn)
    const { msisdn } = known.customer
    const changes = [{ field: 'customer.msisdn', before: msisdn, after: input.msisdn }]
    const preview = { ...emptyPreview, changes }
    // The amount is the sum of all savings, since they are paid to whoever has the new number.
    return { subject: input.customerId, basis: { msisdn }, preview, amount: await savedBy(tx, input) }
  },
  carryOut: async (tx, { call, facts, input }) => {
    await changeMsisdnIn(tx, call, accountOf(facts, input).facts, input.msisdn)
    return {}
  },
}
