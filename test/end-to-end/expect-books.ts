import { expect } from '@jest/globals'
import { booksProblems } from '../support/books.js'
import type { Service } from './service.js'

/** The books of the service's own database close, whatever its process is doing. */
export const expectBooksToClose = async (service: Service): Promise<void> => {
  expect(await service.withDatabase(booksProblems)).toEqual([])
}
