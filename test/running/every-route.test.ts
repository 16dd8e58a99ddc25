import diagnostics from 'node:diagnostics_channel'
import { expect, test } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { buildSchema } from 'graphql'
import { noPages, pagesOfService } from '../browser/places.js'
import { docsWith } from '../docs/documents.js'
import { stubSignIn } from '../identity/stub-sign-in.js'
import { startStubServer } from './stub-server.js'

/** All parts that have routes; none of them is called here. */
const parts = async () => {
  const page = { script: 'page.js', style: 'page.css', preload: [] }
  const names = ['console', 'explorer', 'sandbox', 'simulator']
  const nobody = async () => undefined
  return {
    docs: docsWith({ graphql: buildSchema('type Query { who: String }') }),
    pages: {
      assets: import.meta.dirname,
      byName: new Map(names.map((name) => [name, page])),
      operations: new Map(),
    },
    readScore: nobody,
    openExport: async () => Promise.reject(new Error('nobody asks')),
    copyStatement: async () => Promise.reject(new Error('nobody asks')),
    signIn: stubSignIn(),
  }
}

test('every address that a browser can open is tested by the browser suite or is not a page', async () => {
  const routes = new Set<string>()
  const listen = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ url, method }) => {
      if ([method].flat().includes('GET')) routes.add(url)
    })
  }
  diagnostics.subscribe('fastify.initialization', listen)
  const server = await startStubServer(await parts())
  diagnostics.unsubscribe('fastify.initialization', listen)
  await server.stop()
  expect([...routes].toSorted()).toEqual([...Object.keys(pagesOfService), ...noPages].toSorted())
})
