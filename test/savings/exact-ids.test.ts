import { expect, test } from '@jest/globals'
import { describeEachDatabase } from '../support/services.js'
import { refusalOf } from '../support/thrown.js'
import { worldFor } from '../support/world.js'
import { clerk, serviceOf } from '../graphql/support.js'
import { first, present } from '../support/present.js'

/** MySQL, whose collation ignores blanks at the end, takes the first two for the id itself, but not the others. */
const withBlanks = (id: string): string[] => [`${id} `, `${id}   `, ` ${id}`, `${id}\t`]

describeEachDatabase('an id with blanks around it', (database) => {
  const world = worldFor(database)

  test('is answered like an unknown id', async () => {
    const { ask } = serviceOf(world())
    const { msisdn } = await world().register()
    const { reference } = await world().quote(msisdn, '5000')
    for (const blank of withBlanks(present(reference))) {
      expect(await refusalOf(world().confirm(msisdn, blank))).toBe('INVALID_REFERENCE')
      expect(await ask('query ($id: ID!) { quote(id: $id) { amount } }', asking(blank))).toEqual({
        quote: null,
      })
    }
    for (const blank of withBlanks('LOCK3M'))
      expect(await world().quote(msisdn, '5000', blank)).toMatchObject({ status: 'PRODUCT_NOT_AVAILABLE' })

    await world().deposit(msisdn, '5000')
    const view = first(await world().positions(msisdn))
    for (const blank of withBlanks(view.position.id))
      expect(await world().preview(msisdn, blank)).toMatchObject({ status: 'NOT_FOUND', reference: null })
    const preview = await world().preview(msisdn, view.position.id)
    for (const blank of withBlanks(present(preview.reference)))
      expect(await refusalOf(world().withdraw(msisdn, blank))).toBe('INVALID_REFERENCE')
    const payout = await world().withdraw(msisdn, preview.reference)
    const order = first(await world().ordersOf(msisdn))
    for (const blank of withBlanks(payout.id))
      expect(await ask('query ($id: ID!) { payout(id: $id) { id } }', asking(blank))).toEqual({
        payout: null,
      })
    for (const blank of withBlanks(order.id))
      expect(await ask('query ($id: ID!) { order(id: $id) { id } }', asking(blank))).toEqual({ order: null })
  })

  const asking = (id: string) => ({ actor: clerk, variables: { id } })
})
