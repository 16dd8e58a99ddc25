import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from '@jest/globals'
import { buildSchema } from 'graphql'
import { present } from '../support/present.js'

const root = join(import.meta.dirname, '../..')
const history = readFileSync(join(import.meta.dirname, 'history.ts'), 'utf8')
const folder = join(root, 'facade', 'operations')
const operations = readdirSync(folder).filter((name) => name.endsWith('.graphql'))
const mutations = Object.keys(
  present(buildSchema(readFileSync(join(root, 'schema.graphql'), 'utf8')).getMutationType()).getFields(),
)
const ofTheWire = operations.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')

test.each(operations)('the simulation has a step that sends the operation %s', (name) => {
  expect(history).toContain(`'${basename(name, '.graphql')}'`)
})

test.each(mutations)('the simulation has a step that sends the mutation %s', (name) => {
  const isOfTheWire = new RegExp(`\\b${name}\\(`).test(ofTheWire)
  expect(isOfTheWire || history.includes(`{ ${name}(input`) || history.includes(`'${name}'`)).toBe(true)
})
