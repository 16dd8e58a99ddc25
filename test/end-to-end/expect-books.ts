import { expect } from '@jest/globals'
import { booksProblems } from '../support/books.js'
import type { Service } from './service.js'

/** Checks that the books in the service's database close, whatever the service is doing. */
export const expectBooksToClose = async (service: Service): Promise<void> => {
  expect(await service.withDatabase(booksProblems)).toEqual([])
}
