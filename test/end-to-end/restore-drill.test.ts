import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import type { Database } from '../../src/platform/database/database.js'
import { runProgram } from '../running/processes.js'
import { booksProblems } from '../support/books.js'
import { askOverHttp } from '../support/http.js'
import { scratchFolder } from '../support/scratch.js'
import { describeEachDatabase, type CreatedDatabase, type TestDatabase } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { customerAt } from './customer.js'
import { startService, type Env, type Service } from './service.js'
import { startWallet, type Wallet } from './wallet.js'
import { first } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

const pepper = 'the pepper of this drill, forty letters..'

interface OrderAtWallet {
  readonly reference: string
  readonly kind: string
  readonly amount: string
  readonly status: string
}

/** A database that outlives the service that is started on it. */
const lastingDatabase = (database: TestDatabase, created: CreatedDatabase): TestDatabase => ({
  ...database,
  createMigrated: async () => created,
})

describeEachDatabase('a service that was lost with its data', (database) => {
  let wallet: Wallet
  let scratch: string
  let service: Service | undefined
  afterAll(async () => {
    await service?.close()
    await wallet?.close()
    await rm(scratch, { recursive: true, force: true })
  })

  const cauri = (line: string, env: Env) => runProgram('cauri', line.split(' '), env)
  const atWallet = async (): Promise<OrderAtWallet[]> => {
    const { text } = await askOverHttp(`${wallet.url}/emulator/orders`)
    return shaped(
      z.object({
        orders: z.array(
          z.object({ reference: z.string(), kind: z.string(), amount: z.string(), status: z.string() }),
        ),
      }),
      JSON.parse(text),
    ).orders
  }
  const ordersOf = async ({ read }: Database) =>
    new Map(
      (await read.all('SELECT id, status, amount FROM payment_orders')).map((row) => [
        String(row['id']),
        { status: String(row['status']), amount: String(row['amount']) },
      ]),
    )
  const transfersAtWallet = async () => (await atWallet()).filter(({ kind }) => kind === 'PAY_OUT')
  const endHolds = (at: Service) =>
    at.withDatabase(async ({ inTransaction }) => {
      await inTransaction((tx) => tx.run('UPDATE payouts SET held_until = 1'))
    })
  /** Registers a customer, deposits, and waits until the payment has ended. */
  const save = async (at: Service, customer = customerAt(at)): Promise<void> => {
    await customer.register()
    const { deposit_reference = '' } = await customer.quote('10000')
    await customer.confirm(deposit_reference)
    expect(await customer.outcome(deposit_reference)).toMatchObject({
      deposit_status: 'SUCCESSFUL',
    })
  }

  test('is restored from the backup, and payments from after the backup are found at the provider', async () => {
    wallet = await startWallet()
    scratch = await scratchFolder('cauri-drill-')
    const backup = join(scratch, 'backup')
    const passwordFile = join(scratch, 'password')
    await writeFile(passwordFile, 'a password that lies elsewhere\n')
    const shared = { ...wallet.env, KEY_PEPPER: pepper, DOCUMENTS_DIR: join(scratch, 'documents') }
    await mkdir(shared.DOCUMENTS_DIR)
    await writeFile(join(shared.DOCUMENTS_DIR, 'a-document'), 'papers')

    const lost = (service = await startService(database, shared))
    await Promise.all([save(lost), save(lost)])
    // One customer withdraws early: the payout is on hold during the backup, and paid before the loss.
    const leaver = customerAt(lost)
    await save(lost, leaver)
    const [{ locked_account_id: held = '' } = {}] = await leaver.positions()
    const { withdrawal_reference: withdrawal = '' } = await leaver.preview(held)
    expect(await leaver.withdraw(withdrawal)).toMatchObject({ withdrawal_status: 'PENDING' })
    const before = (await atWallet()).map(({ reference }) => reference)
    expect(before).toHaveLength(3)

    // Customers go on depositing until the backup is complete.
    const state = { isOver: false }
    const people = [1, 2].map(async () => {
      while (!state.isOver) await save(lost)
    })
    const made = await cauri(`backup ${backup} --password-file ${passwordFile}`, lost.settings)
    state.isOver = true
    expect(made).toMatchObject({ code: 0, stderr: '' })
    await Promise.all(people)
    const meanwhile = new Set((await atWallet()).map(({ reference }) => reference))
    await save(lost)
    await endHolds(lost)
    await eventually('what was held is paid', async () =>
      (await transfersAtWallet()).some(({ status }) => status === 'SUCCESSFUL'),
    )
    const paid = await transfersAtWallet()
    const afterwards = (await atWallet()).filter(
      ({ reference, kind }) => kind === 'COLLECT' && !meanwhile.has(reference),
    )
    expect(afterwards).toHaveLength(1)
    await lost.kill9()
    await lost.close()
    await rm(shared.DOCUMENTS_DIR, { recursive: true })

    const created = await database.create()
    const isSqlite = database.kind === 'sqlite'
    const dataDirectory = isSqlite ? dirname(created.url.slice('sqlite:'.length)) : join(scratch, 'data')
    const place: Env = {
      ...shared,
      DATA_DIR: dataDirectory,
      ...(!isSqlite && { DATABASE_URL: created.url }),
    }
    const keysFile = join(scratch, 'keys.env')
    const refused = await cauri(`restore ${backup} --password-file ${passwordFile} --keys-to ${keysFile}`, {
      ...place,
      KEY_PEPPER: 'another pepper, as if it had been forgotten',
    })
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('KEY_PEPPER is not the one of the backup'),
    ])
    expect(await readFile(keysFile, 'utf8')).toBe(`KEY_PEPPER=${pepper}\n`)
    const restored = await cauri(`restore ${backup}`, place)
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    expect(restored.stdout).toContain('and the totals match')
    expect(await readFile(join(shared.DOCUMENTS_DIR, 'a-document'), 'utf8')).toBe('papers')
    // A second restore is refused, because the database is not empty now.
    expect((await cauri(`restore ${backup}`, place)).code).toBe(2)

    const found = await cauri('lost-payments --json', place)
    expect(found.code).toBe(1)
    const told = shaped(
      z.object({ found: z.array(z.object({ reference: z.string(), found: z.string() })) }),
      JSON.parse(found.stdout),
    ).found
    const lostOnes = told.filter((one) => one.found === 'LOST').map(({ reference }) => reference)
    expect(told.filter((one) => one.found === 'CONTRADICTS')).toEqual([])
    expect(lostOnes).toContain(first(afterwards).reference)
    expect(lostOnes.filter((reference) => before.includes(reference))).toEqual([])
    // The hold of this transfer ends again after the restore, and the provider knows its reference already.
    expect(lostOnes).toContain(first(paid).reference)

    service = await startService(lastingDatabase(database, created), { ...shared, ...place })
    await endHolds(service)
    await service.withDatabase(async (opened) => {
      await eventually('what was held is paid', async () =>
        (await opened.read.all('SELECT status FROM payouts')).every(({ status }) => status === 'PAID'),
      )
      // The transfer was sent again under the same reference, and paid once.
      expect(await transfersAtWallet()).toEqual(paid.map((transfer) => ({ ...transfer, sends: 2 })))
      await eventually('what was under way has ended', async () =>
        [...(await ordersOf(opened)).values()].every(({ status }) => status === 'SUCCESSFUL'),
      )
      expect(await booksProblems(opened)).toEqual([])
      const books = await ordersOf(opened)
      // Orders that the books and the provider both have are equal; those that only the provider has were reported as lost.
      const record = await atWallet()
      const alone = record.filter(({ reference }) => !books.has(reference))
      expect([...alone, ...paid].map(({ reference }) => reference).toSorted()).toEqual(lostOnes.toSorted())
      const both = record.filter(({ reference }) => books.has(reference))
      expect(both.map(({ amount, status }) => ({ amount, status }))).toEqual(
        both.map(({ reference }) => books.get(reference)),
      )
    })
    expect((await cauri('evidence', place)).code).toBe(0)
  })
})
