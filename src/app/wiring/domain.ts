import { payeeNote } from '../../bank/messages/payee-note.js'
import { registerPaymentMetrics } from '../../bank/payments/metrics.js'
import type { OrderWork } from '../../bank/payments/module.js'
import { createSavingsOutcomes } from '../../bank/savings/settlement/outcomes.js'
import type { ObjectStore } from '../../platform/files/object-store.js'
import { createPseudonyms } from '../../platform/identity/pseudonym.js'
import { createWatch } from '../../platform/identity/watch.js'
import type { Scores } from '../../score-requests/create-scores.js'
import { anonymiseScoresOf } from '../../score-requests/drive/anonymise-score.js'
import type { Config } from '../config/config.js'
import type { Domain } from '../domain.js'
import { forScrapes } from '../metrics/for-scrapes.js'
import type { AppParts } from '../parts.js'
import type { Core } from './core.js'

/** Nudges a job of the real world and its counterpart for test clocks. */
export const nudgeBoth =
  ({ nudge }: AppParts, real: OrderWork, test: OrderWork) =>
  (): void => {
    nudge(real)
    nudge(test)
  }

export const wireDomain = (
  config: Config,
  parts: AppParts,
  { database, keys }: Core,
  { scores, objects }: { readonly scores: Scores; readonly objects: ObjectStore },
): Domain => {
  const { log, metrics, nudge } = parts
  const release = { payoutMax: config.payoutMax, payeeNote }
  return {
    database,
    testClocks: { enabled: config.testClocks.on, msisdns: config.testClocks.msisdns },
    collectionMax: config.collectionMax,
    clockStallSeconds: config.clockStallSeconds,
    ...release,
    onOrder: nudgeBoth(parts, 'dispatch-orders', 'dispatch-test-orders'),
    recordDeps: {
      timing: { scale: config.paymentTimeScale },
      outcomes: createSavingsOutcomes(release),
      log,
      ...registerPaymentMetrics([metrics], forScrapes(database), log),
    },
    onWalk: () => nudge('walk-clocks'),
    onUnfinishedClosing: () => nudge('leave-savings'),
    onStatement: () => nudge('send-statements'),
    onReset: () => nudge('end-test-orders'),
    scores: scores.domain,
    erasing: {
      objects,
      pepper: config.keyPepper,
      pepperBefore: config.keyPepperBefore,
      forgetOwn: anonymiseScoresOf,
    },
    keys: {
      pepper: config.keyPepper,
      pepperBefore: config.keyPepperBefore,
      pseudonyms: createPseudonyms(config.keyPepper),
      refresh: keys.refresh,
    },
    accountNumbers: config.accountNumbers,
    watch: createWatch({ database, log }),
  }
}
