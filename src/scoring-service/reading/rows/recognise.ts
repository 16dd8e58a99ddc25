import type { EngineDocument } from '../../model/engine.js'
import { bankLayouts, bankNames, genericLayout, unbalancedLayout } from '../layouts/banks.js'
import type { Layout } from '../layouts/layout.js'
import { tillLayouts, walletLayouts } from '../layouts/wallet.js'
import { Unreadable } from '../text/unreadable.js'

type RequestedDocument = Pick<EngineDocument, 'documentType' | 'bankName'>

/**
 * The layouts that a document may have, the most likely first. A till statement that was sent as a wallet statement is
 * read as a till statement if its text shows what it is.
 */
export const candidatesFor = ({ documentType, bankName }: RequestedDocument): readonly Layout[] => {
  if (documentType === 'WALLET_STATEMENT') return [...walletLayouts, ...tillLayouts]
  if (documentType === 'WALLET_TILL_STATEMENT') return tillLayouts
  const bank = bankName ?? ''
  return [...bankLayouts.filter(({ issuer }) => issuer === bank), genericLayout(bank), unbalancedLayout(bank)]
}

export const isRecognised = (layout: Layout, above: string): boolean =>
  layout.recognisedBy.every((pattern) => pattern.test(above))

/** Refuses `wrong_bank` if the head names another bank and not the one in the request. */
export const refuseOtherBank = ({ documentType, bankName }: RequestedDocument, above: string): void => {
  if (documentType !== 'BANK_STATEMENT' || bankName === null || bankNames[bankName]?.test(above)) return
  const other = Object.entries(bankNames).find(([, pattern]) => pattern.test(above))
  if (other)
    throw new Unreadable(
      'wrong_bank',
      `the document is of ${other[0]}, not of ${bankName}: send it with the right bank`,
    )
}
