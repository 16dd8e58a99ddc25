import { AxiosError, CanceledError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios'
import type { Machine } from './machine.js'
import type { Random } from './random.js'
import { present } from '../support/present.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

/** The provider's record of an instruction, which is compared with ours. */
export interface Transfer {
  readonly reference: string
  readonly kind: 'COLLECT' | 'PAY_OUT'
  readonly amount: bigint
  readonly msisdn: string
  status: 'PENDING' | 'SUCCESSFUL' | 'FAILED'
  reason: string | undefined
  /** True once the provider has contradicted its earlier status, which people have to decide. */
  isContradicted: boolean
  /** Until this time the provider answers PENDING, whatever the status. */
  silentUntil: number
  /** Until this time the provider answers that it does not know the reference. */
  unseenUntil: number
}

type Request = InternalAxiosRequestConfig

/** A model of the wallet provider's servers, called by our adapter through axios. */
export interface Wallet {
  readonly transfers: ReadonlyMap<string, Transfer>
  /** The number of calls that it has received. */
  readonly calls: () => number
  readonly begin: (random: Random) => void
  /** Ends all faults: from now on every answer is immediate and true. */
  readonly calm: () => void
  /** Ends some pending transfers, or all. */
  readonly goOn: (all: boolean) => void
  readonly settle: (reference: string, status: 'SUCCESSFUL' | 'FAILED', reason?: string) => void
  /** Contradicts the final status of a transfer. */
  readonly turn: (which: number) => void
  /** Takes back a payment that had succeeded. */
  readonly takeBack: (reference: string) => void
  /** The next calls find the provider down. */
  readonly goAway: (calls: number) => void
  /** The next calls are answered late. */
  readonly goSlow: (calls: number) => void
  /** The next instructions arrive without a usable answer, and the provider denies knowing them for a while. */
  readonly lose: (instructions: number) => void
  readonly handle: (config: Request) => Promise<AxiosResponse>
  /** Called while a request is in flight. */
  onRequest: (reference: string, what: 'SEND' | 'STATUS') => void
}

const collectReasons = [
  'APPROVAL_REJECTED',
  'EXPIRED',
  'NOT_ENOUGH_FUNDS',
  'PAYER_LIMIT_REACHED',
  'PAYER_NOT_FOUND',
  'INTERNAL_PROCESSING_ERROR',
  'A_NEW_REASON',
]
const payOutReasons = [
  'PAYEE_NOT_FOUND',
  'PAYEE_NOT_ALLOWED_TO_RECEIVE',
  'PAYEE_LIMIT_REACHED',
  'INTERNAL_PROCESSING_ERROR',
  'NOT_ENOUGH_FUNDS',
  'SERVICE_UNAVAILABLE',
  'EXPIRED',
  'A_NEW_REASON',
]

const repeatRefusals = ['PAYER_NOT_FOUND', 'PAYEE_NOT_FOUND', 'NOT_ALLOWED', 'SERVICE_UNAVAILABLE']

export const answer = (config: Request, status: number, body: unknown): AxiosResponse => ({
  data: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  status,
  statusText: '',
  headers: {},
  config,
  request: undefined,
})

export const broken = (config: Request, code: string, syscall: string): AxiosError =>
  AxiosError.from(Object.assign(new Error(code), { code, syscall }), code, config)

/** Waits this long, or until the caller aborts. */
export const waitUnlessAborted = async (config: Request, milliseconds: number): Promise<void> => {
  const aborted = new Promise<never>((_resolve, reject) => {
    const given = config.signal as AbortSignal | undefined
    given?.addEventListener('abort', () => reject(new CanceledError('aborted', config)))
  })
  await Promise.race([new Promise((resolve) => setTimeout(resolve, milliseconds)), aborted])
}

export const createWallet = (machine: Machine): Wallet => {
  const transfers = new Map<string, Transfer>()
  let random: Random
  let isCalm = false
  let away = 0
  let slow = 0
  let losing = 0
  let calls = 0

  const end = (transfer: Transfer, succeeds: boolean): void => {
    if (transfer.status !== 'PENDING') return
    transfer.status = succeeds ? 'SUCCESSFUL' : 'FAILED'
    transfer.reason = succeeds
      ? undefined
      : random.pick(transfer.kind === 'COLLECT' ? collectReasons : payOutReasons)
  }

  const arrive = (config: Request, kind: Transfer['kind'], reference: string): boolean => {
    if (transfers.has(reference)) return false
    const body = shaped(
      z.object({
        amount: z.string(),
        payer: z.object({ partyId: z.string() }).optional(),
        payee: z.object({ partyId: z.string() }).optional(),
      }),
      JSON.parse(String(config.data)),
    )
    const transfer: Transfer = {
      reference,
      kind,
      amount: BigInt(body.amount),
      msisdn: present(body.payer ?? body.payee).partyId,
      status: 'PENDING',
      reason: undefined,
      isContradicted: false,
      silentUntil: 0,
      unseenUntil: isCalm || random.next() > 0.04 ? 0 : machine.now() + random.between(30, 1500) * 1000,
    }
    transfers.set(reference, transfer)
    const fate = random.next()
    if (fate < 0.62 || isCalm || config.headers.get('X-Emulator-Immediate') === 'true') end(transfer, true)
    else if (fate < 0.76) end(transfer, false)
    else if (fate < 0.82) {
      end(transfer, true)
      transfer.silentUntil = machine.now() + random.between(1, 200) * 1000
    }
    return true
  }

  const send = async (config: Request, kind: Transfer['kind']): Promise<AxiosResponse> => {
    const reference = String(config.headers.get('X-Reference-Id'))
    const accept = () => answer(config, arrive(config, kind, reference) ? 202 : 409, '')
    if (losing > 0) {
      losing--
      accept()
      present(transfers.get(reference)).unseenUntil = machine.now() + random.between(90, 2400) * 1000
      if (random.chance(0.5)) throw broken(config, 'ECONNRESET', 'read')
      return answer(config, 500, '<html>')
    }
    // A repeated instruction may be refused or not reach the provider, though the first has arrived.
    const again = isCalm || !transfers.has(reference) ? 1 : random.next()
    if (again < 0.2) return answer(config, 400, { code: random.pick(repeatRefusals) })
    if (again < 0.35) throw broken(config, 'ECONNREFUSED', 'connect')
    if (slow > 0) {
      slow--
      const said = accept()
      await waitUnlessAborted(config, random.between(500, 9000))
      return said
    }
    const luck = isCalm ? 1 : random.next()
    if (luck < 0.03) {
      accept()
      throw broken(config, 'ECONNRESET', 'read')
    }
    if (luck < 0.05) throw broken(config, 'ECONNRESET', 'read')
    if (luck < 0.07) throw broken(config, 'ECONNREFUSED', 'connect')
    if (luck < 0.09) return answer(config, 500, { code: 'INTERNAL_PROCESSING_ERROR' })
    if (luck < 0.11) {
      accept()
      return answer(config, 500, '<html>')
    }
    if (luck < 0.12) return answer(config, 429, '')
    if (luck < 0.13) return answer(config, 400, { code: 'PAYER_NOT_FOUND' })
    if (luck < 0.14) {
      // The instruction arrives after the caller has stopped waiting.
      setTimeout(() => arrive(config, kind, reference), 30_000)
      await waitUnlessAborted(config, 60_000)
    }
    if (luck < 0.17) await waitUnlessAborted(config, random.between(500, 4500))
    const said = accept()
    if (luck >= 0.17 && luck < 0.22) await waitUnlessAborted(config, random.between(500, 4500))
    return said
  }

  const statusBody = (transfer: Transfer) => ({
    amount: String(transfer.amount),
    currency: 'XAF',
    externalId: transfer.reference,
    [transfer.kind === 'COLLECT' ? 'payer' : 'payee']: { partyIdType: 'MSISDN', partyId: transfer.msisdn },
    ...(machine.now() < transfer.silentUntil
      ? { status: 'PENDING' }
      : {
          status: transfer.status,
          ...(transfer.reason && { reason: transfer.reason }),
          ...(transfer.status === 'SUCCESSFUL' && { financialTransactionId: `T${transfer.reference}` }),
        }),
  })

  const statusOf = async (
    config: Request,
    kind: Transfer['kind'],
    reference: string,
  ): Promise<AxiosResponse> => {
    const transfer = transfers.get(reference)
    if (slow > 0) {
      slow--
      await waitUnlessAborted(config, random.between(500, 4500))
    }
    const luck = isCalm ? 1 : random.next()
    if (luck < 0.02) return answer(config, 500, { code: 'INTERNAL_PROCESSING_ERROR' })
    if (luck < 0.04) return answer(config, 200, '<html>')
    if (luck < 0.05) throw broken(config, 'ECONNRESET', 'read')
    if (luck < 0.06) await waitUnlessAborted(config, 60_000)
    if (luck < 0.07 && transfer)
      return answer(config, 200, { ...statusBody(transfer), status: 'SUCCESSFUL', amount: '1' })
    if (luck < 0.08) return answer(config, 404, '')
    // The provider does not know the reference yet.
    if (luck < 0.09) return answer(config, 404, { code: 'RESOURCE_NOT_FOUND' })
    if (transfer?.kind !== kind || machine.now() < transfer.unseenUntil)
      return answer(config, 404, { code: 'RESOURCE_NOT_FOUND' })
    return answer(config, 200, statusBody(transfer))
  }

  const handle = async (config: Request): Promise<AxiosResponse> => {
    const url = new URL(String(config.url)).pathname
    const product = url.startsWith('/collection') ? 'COLLECT' : 'PAY_OUT'
    if (away > 0) {
      away--
      throw broken(config, 'ECONNREFUSED', 'connect')
    }
    if (url.endsWith('/token/')) return answer(config, 200, { access_token: 'token', expires_in: 3600 })
    calls++
    if (config.method === 'post') {
      wallet.onRequest(String(config.headers.get('X-Reference-Id')), 'SEND')
      return send(config, product)
    }
    const reference = decodeURIComponent(url.slice(url.lastIndexOf('/') + 1))
    wallet.onRequest(reference, 'STATUS')
    return statusOf(config, product, reference)
  }
  const wallet: Wallet = {
    transfers,
    handle,
    calls: () => calls,
    begin: (chance) => {
      random = chance
      transfers.clear()
      isCalm = false
      away = slow = losing = 0
      calls = 0
    },
    calm: () => {
      isCalm = true
      away = slow = losing = 0
      for (const transfer of transfers.values()) transfer.silentUntil = transfer.unseenUntil = 0
    },
    goOn: (all) => {
      for (const transfer of transfers.values())
        if (transfer.status === 'PENDING' && (all || random.chance(0.5))) end(transfer, random.chance(0.7))
    },
    settle: (reference, status, reason) => {
      const transfer = transfers.get(reference)
      if (transfer?.status !== 'PENDING') return
      transfer.status = status
      transfer.reason = reason
    },
    turn: (which) => {
      const ended = [...transfers.values()].filter(
        ({ status, isContradicted }) => status !== 'PENDING' && !isContradicted,
      )
      const transfer = ended[which % Math.max(1, ended.length)]
      if (!transfer) return
      transfer.isContradicted = true
      transfer.status = transfer.status === 'FAILED' ? 'SUCCESSFUL' : 'FAILED'
      transfer.reason = transfer.status === 'FAILED' ? 'EXPIRED' : undefined
    },
    takeBack: (reference) => {
      const transfer = transfers.get(reference)
      if (transfer?.status !== 'SUCCESSFUL') return
      transfer.isContradicted = true
      transfer.status = 'FAILED'
      transfer.reason = 'EXPIRED'
    },
    goAway: (count) => {
      away = count
    },
    goSlow: (count) => {
      slow = count
    },
    lose: (count) => {
      losing = count
    },
    onRequest: () => undefined,
  }
  return wallet
}
