import { expect, test } from '@jest/globals'
import { z } from 'zod'
import type { Actor, Language } from '../../src/kernel/call.js'
import { present } from '../support/present.js'
import { describeEachDatabase } from '../support/services.js'
import { shaped } from '../support/typed.js'
import { worldFor } from '../support/world.js'
import { analyst, clerk, gateway, person, serviceOf } from './support.js'

const auditor = person('AUDITOR')

const told = z.object({
  history: z.object({
    nodes: z.array(z.object({ kind: z.string(), subject: z.string(), detail: z.string() })),
  }),
})

const answered = z.object({
  message: z.string().nullable(),
  reference: z.string().nullable(),
  refusal: z.object({ message: z.string() }).nullable(),
})

describeEachDatabase('the texts that a customer was shown', (database) => {
  const world = worldFor(database)

  const textsOf = async (kind: string, which: string, actor: Actor = clerk) => {
    const { customer } = await serviceOf(world()).ask(
      `{ customer(by: ${which}) { history(filter: { kind: [${kind}] }) { nodes { kind subject detail } } } }`,
      { actor },
    )
    return shaped(told, customer).history.nodes
  }

  const quoted = async (mutation: string, input: Record<string, unknown>, language: Language) => {
    const { act } = serviceOf(world())
    const selection = 'message reference refusal { message }'
    return shaped(answered, await act(mutation, input, selection, { actor: gateway, language }))
  }

  test('are in the history exactly as answered, for offers and refusals', async () => {
    const { msisdn } = await world().register()
    const deposit = { msisdn, productCode: 'LOCK1M' }
    const offer = await quoted('quoteDeposit', { ...deposit, amount: '4000' }, 'fr')
    const english = await quoted('quoteDeposit', { ...deposit, amount: '4000' }, 'en')
    const refusal = await quoted('quoteDeposit', { ...deposit, amount: '1' }, 'en')
    const nothing = await quoted('quoteWithdrawal', { msisdn, positionId: 'POS-1' }, 'fr')
    const texts = await textsOf('TEXT_SHOWN', `{ msisdn: "${msisdn}" }`)
    const read = [
      present(offer.message),
      present(english.message),
      present(refusal.refusal).message,
      present(nothing.refusal).message,
    ]
    expect(new Set(read).size).toBe(read.length)
    expect(texts.map(({ detail }) => detail).toSorted()).toEqual(read.toSorted())
    expect(texts.find(({ detail }) => detail === offer.message)?.subject).toBe(offer.reference)
  })

  test('include the texts of a preview, and of another one that is refused after the withdrawal', async () => {
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '4000', 'LOCK1M')
    const [position] = await world().positions(msisdn)
    const preview = await quoted(
      'quoteWithdrawal',
      { msisdn, positionId: present(position).position.id },
      'fr',
    )
    await world().withdraw(msisdn, preview.reference)
    const left = await quoted('quoteWithdrawal', { msisdn, positionId: present(position).position.id }, 'fr')
    const texts = await textsOf('TEXT_SHOWN', `{ msisdn: "${msisdn}" }`)
    expect(texts.map(({ detail }) => detail)).toEqual(
      expect.arrayContaining([present(preview.message), present(left.message)]),
    )
    expect(preview.message).not.toBe(left.message)
  })

  test('include the note that the wallet shows, with the id of its order', async () => {
    const { ask } = serviceOf(world())
    const { msisdn } = await world().register()
    await world().deposit(msisdn, '4000', 'LOCK1M')
    const [text] = await textsOf('WALLET_TEXT', `{ msisdn: "${msisdn}" }`)
    expect(present(text).detail).toBe('fr 1')
    expect(await ask(`{ node(id: "${present(text).subject}") { __typename id } }`)).toEqual({
      node: { __typename: 'PaymentOrder', id: present(text).subject },
    })
  })

  test('are masked for an auditor, and refused to an analyst', async () => {
    const { msisdn } = await world().register()
    const { reference } = await world().quote(msisdn, '4000', 'LOCK1M')
    await world().write(
      'UPDATE request_log SET shown_text = ? WHERE reference = ?',
      `to ${msisdn} and awa@example.com`,
      present(reference),
    )
    const { customers } = await serviceOf(world()).ask('{ customers(first: 1) { nodes { id } } }', {
      actor: auditor,
    })
    const [seen] = shaped(z.object({ nodes: z.array(z.object({ id: z.string() })) }), customers).nodes
    const [text] = await textsOf('TEXT_SHOWN', `{ id: "${present(seen).id}" }`, auditor)
    expect(present(text).detail).not.toContain(msisdn)
    expect(present(text).detail).toMatch(/^to .+ and a\*\*\*@\*\*\*$/)
    const { refusal } = serviceOf(world())
    const own = `{ customer(by: { id: "${present(seen).id}" }) { history { nodes { detail } } } }`
    expect(await refusal(own, { actor: analyst })).toBe('FORBIDDEN 403')
    const [plain] = await textsOf('TEXT_SHOWN', `{ msisdn: "${msisdn}" }`)
    expect(present(plain).detail).toBe(`to ${msisdn} and awa@example.com`)
  })

  test('are missing for summaries that an earlier release recorded without a text', async () => {
    const { msisdn } = await world().register()
    const { reference } = await world().quote(msisdn, '4000', 'LOCK1M')
    await world().write('UPDATE request_log SET shown_text = NULL WHERE reference = ?', present(reference))
    expect(await textsOf('TEXT_SHOWN', `{ msisdn: "${msisdn}" }`)).toEqual([])
    expect(await textsOf('SHOWN', `{ msisdn: "${msisdn}" }`)).toMatchObject([{ subject: reference }])
  })
})
