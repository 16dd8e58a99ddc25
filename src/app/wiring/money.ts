import { join } from 'node:path'
import { backOffice } from '../../back-office/module.js'
import { endOfDay } from '../../bank/end-of-day/module.js'
import { insights } from '../../bank/insights/module.js'
import { ledger } from '../../bank/ledger/module.js'
import type { DriveDeps } from '../../bank/payments/drive/dispatch-and-poll.js'
import { payments } from '../../bank/payments/module.js'
import { retention } from '../../bank/retention/module.js'
import { savings } from '../../bank/savings/module.js'
import { createDelivery } from '../../bank/statements/deliver-statements.js'
import { createFileMailer } from '../../bank/statements/mail/files.js'
import type { Mailer } from '../../bank/statements/mail/port.js'
import { createSmtpMailer } from '../../bank/statements/mail/smtp.js'
import { statements } from '../../bank/statements/module.js'
import type { Work } from '../../kernel/work.js'
import { readArchived } from '../../platform/evidence/archived.js'
import { evidence } from '../../platform/evidence/module.js'
import type { Config } from '../config/config.js'
import type { Domain } from '../domain.js'
import { measuredMailer, measuredProvider } from '../metrics/ports.js'
import type { AppParts } from '../parts.js'
import type { Providers } from '../providers.js'
import type { Core } from './core.js'

/** The directory to which mails are written if there is no mail server; undefined with one. */
export const outboxOf = ({ smtpUrl, dataDirectory }: Config): string | undefined =>
  smtpUrl === undefined ? join(dataDirectory, 'outbox') : undefined

const mailerOf = (config: Config): Mailer =>
  config.smtpUrl === undefined
    ? createFileMailer(join(config.dataDirectory, 'outbox'), config.mailFrom)
    : createSmtpMailer(config.smtpUrl, config.mailFrom, { requireTls: config.smtpRequiresTls })

/**
 * The jobs of the bank and of the back office, and the function that awaits the payments and statements in flight at
 * shutdown.
 */
export const wireMoneyWork = (
  config: Config,
  { log, metrics }: AppParts,
  { database, jobCall }: Core,
  { domain, providers }: { readonly domain: Domain; readonly providers: Providers },
): { readonly work: readonly Work[]; readonly settle: (msMax: number) => Promise<unknown> } => {
  const { recordDeps, onOrder } = domain
  const common = { database, jobCall, log }
  const measured = { ...providers, real: measuredProvider(metrics)(providers.real) }
  const orders: DriveDeps = { ...recordDeps, database, providers: measured, jobCall }
  const driving = payments.work({ ...orders, provider: providers.walk, control: providers.control })
  const { bank, retentionDays, evidenceDirectory } = config
  const mailer = measuredMailer(metrics, mailerOf(config))
  const delivery = createDelivery({ ...common, mailer, bank, timing: recordDeps.timing })
  const archived = (): ReturnType<typeof readArchived> => readArchived(evidenceDirectory)
  return {
    work: [
      ...driving.work,
      ...endOfDay.work({ ...common, orders, payouts: domain }),
      ...savings.work({ ...common, payouts: domain, onOrder }),
      ...ledger.work({ database }),
      ...statements.work(delivery),
      ...insights.work({ database, zone: config.timeZone }),
      ...retention.work({ database, outboxDirectory: outboxOf(config), retentionDays, jobCall }),
      ...evidence.work({ ...common, headsDirectory: evidenceDirectory, archived, registers: [metrics] }),
      ...backOffice.work({ ...domain, jobCall, log, mailer, remindTo: config.approvalsMailTo }),
    ],
    settle: (msMax) => Promise.all([delivery.settle(msMax), driving.settle(msMax)]),
  }
}
