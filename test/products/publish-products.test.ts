import { expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { openDatabase } from '../../src/app/open-database.js'
import { publishFirstProducts, publishVersions } from '../../src/bank/products/publish-products.js'
import { ProductVersion } from '../../src/bank/products/product.entity.js'
import { parseProducts, type ProductTerms } from '../../src/bank/products/product-file.js'
import { productsOnSale, versionsOf } from '../../src/bank/products/products.read.js'
import { standingOf } from '../../src/bank/products/standing.rules.js'
import { databaseNow, insert } from '../../src/platform/database/rows.js'
import { messageOf } from '../support/thrown.js'
import { describeEachDatabase, settingsOf } from '../support/services.js'
import { worldFor } from '../support/world.js'
import { at, first } from '../support/present.js'
import { dateOf } from '../support/typed.js'

const sold = parseProducts(readFileSync('src/bank/products/products.json', 'utf8'))

const version = (code: string, number: number, change: Partial<ProductTerms> = {}): ProductTerms => ({
  ...first(sold),
  code,
  version: number,
  ...change,
})

describeEachDatabase('publishing products', (database) => {
  const world = worldFor(database)
  const publish = (...products: ProductTerms[]) =>
    world().database.inTransaction((tx) => publishVersions(tx, world().call(), products))
  const onOffer = async (code: string) =>
    (await productsOnSale(world().database.read, world().call())).find((product) => product.code === code)
  const dump = () => world().rows('SELECT * FROM product_versions ORDER BY id')

  test('the products file of the repository offers four terms, shortest first', async () => {
    const offered = await productsOnSale(world().database.read, world().call())
    expect(offered.map(({ code, termMonths, ratePpm }) => [code, termMonths, ratePpm])).toEqual([
      ['LOCK1M', 1, 30_000],
      ['LOCK3M', 3, 45_000],
      ['LOCK6M', 6, 55_000],
      ['LOCK12M', 12, 65_000],
    ])
    expect(offered[0]).toMatchObject({ minAmount: 1000n, maxBalance: 2_000_000n, onSale: true, taxPpm: 0 })
  })

  test('publishing the same versions again changes nothing, and a file of initial products is ignored once any product is published', async () => {
    const before = await dump()
    await publish(...sold)
    expect(await publishFirstProducts(world(), world().call(), [version('LATE', 1)])).toBe(false)
    expect(await dump()).toEqual(before)
  })

  test('a version is on sale from its date on; a later version with an earlier date replaces it', async () => {
    const from = (number: number, date: string, change = {}) =>
      publish(version('DATED', number, { onSaleFrom: dateOf(date), ...change }))
    const onOfferOn = async (today: string) =>
      (await productsOnSale(world().database.read, { today: dateOf(today) })).find(
        ({ code }) => code === 'DATED',
      )?.version
    await publish(version('DATED', 1))
    await from(2, '2026-04-01')
    expect(await Promise.all(['2026-03-31', '2026-04-01'].map(onOfferOn))).toEqual([1, 2])
    await from(3, '2026-05-01', { onSale: false })
    expect(await Promise.all(['2026-04-30', '2026-05-01'].map(onOfferOn))).toEqual([2, undefined])
    await from(4, '2026-04-15')
    expect(await Promise.all(['2026-04-14', '2026-04-15', '2026-05-01'].map(onOfferOn))).toEqual([2, 4, 4])
    const versions = await versionsOf(world().database.read, ['DATED'])
    for (const today of ['2026-03-31', '2026-04-01', '2026-04-14', '2026-04-15', '2026-05-01']) {
      const sold = versions.filter((one) => standingOf(one, versions, dateOf(today)) === 'ON_SALE')
      expect(sold.map((one) => one.version)).toEqual([await onOfferOn(today)])
    }
  })

  // Only one process at a time can open an SQLite file (docs/design/databases.md#sqlite).
  if (database.kind === 'mysql') {
    test('two processes that start at the same time publish each version once', async () => {
      const created = await database.create()
      const processes = await Promise.all([1, 2].map(() => openDatabase(settingsOf(created.url))))
      await Promise.all(processes.map((db) => publishFirstProducts({ database: db }, world().call(), sold)))
      expect(await productsOnSale(first(processes).read, world().call())).toHaveLength(sold.length)
      await Promise.all(processes.map((db) => db.close()))
      await created.drop()
    })
  }

  test('changed terms of a published version are refused with the names of the terms, and nothing is published', async () => {
    await publish(version('FIRM', 1))
    const before = await dump()
    const changed = version('FIRM', 1, { ratePpm: 40_000, holdHours: 24 })
    expect(await messageOf(publish(version('NEWER', 1), changed))).toMatch(
      /FIRM version 1 is published with other terms \(.*ratePpm.*\).*new version/,
    )
    expect(await dump()).toEqual(before)
  })

  test('a new version is on offer, and an older file does not change that', async () => {
    await publish(version('TWICE', 1), version('TWICE', 2, { ratePpm: 42_000 }))
    expect(await onOffer('TWICE')).toMatchObject({ version: 2, ratePpm: 42_000 })
    await publish(version('TWICE', 1))
    expect(await onOffer('TWICE')).toMatchObject({ version: 2, ratePpm: 42_000 })
  })

  test('each published version has one audit row', async () => {
    await publish(version('WATCHED', 1))
    await publish(version('WATCHED', 1), version('WATCHED', 2, { ratePpm: 42_000 }))
    const rows = await world().rows(
      `SELECT actor, subject, state_after FROM audit_log WHERE action = 'PUBLISH_PRODUCT' AND subject LIKE 'WATCHED%'
       ORDER BY subject`,
    )
    expect(rows).toMatchObject([
      { actor: 'gateway', subject: 'WATCHED.1' },
      { actor: 'gateway', subject: 'WATCHED.2' },
    ])
    expect(JSON.parse(String(at(rows, 1)['state_after']))).toMatchObject({
      ratePpm: 42_000,
      maxBalance: '2000000',
    })
  })

  test('a version in another currency is refused, in the same file or a later one, and nothing is published', async () => {
    const euro = { currency: 'EUR' }
    const together = publish(version('MONEY', 1), version('MONEY', 2, euro))
    expect(await messageOf(together)).toMatch(/MONEY version 2 is in EUR and version 1 in XAF/)
    expect(await onOffer('MONEY')).toBeUndefined()
    await publish(version('MONEY', 1))
    expect(await messageOf(publish(version('MONEY', 2, euro)))).toMatch(/keeps its currency/)
    expect(await onOffer('MONEY')).toMatchObject({ version: 1, currency: 'XAF' })
  })

  // The balance of a customer with both would be one sum of francs and cents.
  test('a new product in another currency than the others is refused', async () => {
    expect(await messageOf(publish(version('ABROAD', 1, { currency: 'EUR' })))).toMatch(
      /ABROAD is in EUR and product \w+ in XAF: all products have one currency/,
    )
    expect(await onOffer('ABROAD')).toBeUndefined()
  })

  // Earlier releases published a product in another currency.
  test('a bank that has products in two currencies may go on with each, and publishes new ones in its first currency only', async () => {
    const euro = { currency: 'EUR' }
    const id = 'EURO.1'
    await world().database.inTransaction((tx) =>
      insert(tx, ProductVersion, { ...version('EURO', 1, euro), id, publishedAt: databaseNow }),
    )
    await publish(version('EURO', 2, { ...euro, onSale: false }))
    expect(await messageOf(publish(version('EURO2', 1, euro)))).toMatch(
      /EURO2 is in EUR and product \w+ in XAF: all products have one currency/,
    )
    await publish(version('EURO', 3, euro), version('FRANC', 1))
    expect(await messageOf(publish(version('EURO', 4)))).toMatch(/a product keeps its currency/)
  })

  test('a version that is not on sale withdraws the product', async () => {
    await publish(version('GONE', 1), version('GONE', 2, { onSale: false }))
    expect(await onOffer('GONE')).toBeUndefined()
  })

  test('the database refuses to change or remove a published version', async () => {
    expect(await messageOf(world().write('UPDATE product_versions SET rate_ppm = 1'))).toMatch(
      /never changed/,
    )
    expect(await messageOf(world().write('DELETE FROM product_versions'))).toMatch(/never changed/)
  })
})
