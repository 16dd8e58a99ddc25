import { expect, test } from '@jest/globals'
import { describeEachDatabase } from '../support/services.js'
import { worldFor } from '../support/world.js'
import { serviceOf } from './support.js'

describeEachDatabase('the history of a customer', (database) => {
  const world = worldFor(database)

  test('gives the currency of each amount, and none where there is no amount', async () => {
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '5000')
    const { customer } = await serviceOf(world()).ask(
      `{ customer(by: { msisdn: "${msisdn}" }) {
         history(filter: { kind: [ORDER_SENT, REGISTERED] }) { nodes { kind amount currency } } } }`,
    )
    expect(customer).toEqual({
      history: {
        nodes: [
          { kind: 'ORDER_SENT', amount: '5000', currency: 'XAF' },
          { kind: 'REGISTERED', amount: null, currency: null },
        ],
      },
    })
  })
})
