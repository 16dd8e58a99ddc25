import type { Moment, WalletProxy } from './wallet-proxy.js'

/** A moment of a call; for a status query, optionally only the one that is answered with this status. */
export type WalletMoment = Pick<Moment, 'call' | 'stage'> & { readonly status?: string }

/** A call that is held back. */
export interface Hold {
  /** Whether such a call has come and its caller still waits. */
  isReached(): boolean
  /** Lets the call go on; resolves when its answer has been sent. */
  letGo(): Promise<void>
}

export interface WalletHolds {
  /**
   * Holds the calls of this kind for this number at this moment. For ANSWERED, a call is held at DONE, and `letGo` resolves when it has been
   * answered.
   */
  hold(moment: WalletMoment, msisdn: string): Hold
  letAllGo(): void
}

const createGate = () => {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open: () => open(), opened }
}

const isCall = (wanted: WalletMoment, msisdn: string, moment: Moment): boolean =>
  moment.call === wanted.call &&
  // A token belongs to no number.
  (moment.msisdn ?? msisdn) === msisdn &&
  (wanted.status === undefined || moment.status === wanted.status)

/** Holds calls of the service to its wallet, so that several payments wait at the same time, each at its own moment. */
export const holdAt = (proxy: WalletProxy): WalletHolds => {
  const createHold = (wanted: WalletMoment, msisdn: string) => {
    const [gone, answered] = [createGate(), createGate()]
    const heldAt = wanted.stage === 'ANSWERED' ? 'DONE' : wanted.stage
    const held: Moment[] = []
    return {
      isReached: () => held.some((moment) => !moment.isGivenUp()),
      letGo: () => {
        gone.open()
        return answered.opened
      },
      onMoment: async (moment: Moment) => {
        if (!isCall(wanted, msisdn, moment)) return
        if (moment.stage === 'ANSWERED' && !moment.isGivenUp()) answered.open()
        if (moment.stage !== heldAt) return
        held.push(moment)
        await gone.opened
      },
    }
  }
  let holds: ReturnType<typeof createHold>[] = []
  proxy.onMoment(async (moment) => void (await Promise.all(holds.map((hold) => hold.onMoment(moment)))))
  return {
    hold: (moment, msisdn) => {
      const hold = createHold(moment, msisdn)
      holds.push(hold)
      return hold
    },
    letAllGo: () => {
      for (const hold of holds) void hold.letGo()
      holds = []
    },
  }
}
