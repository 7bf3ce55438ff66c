/** The state of one connection as reported to the house, including WhatsApp's limits on the account while it is open. */
import type { ConnectionRef, SessionNews } from '../../channel'
import { briefly, type Log } from '../baileys/log'
import type { Records } from '../storage/records'
import { Alarm } from './alarm'
import { isOver, type Restriction } from './restriction'

export type StandingHouse = {
  readonly ref: ConnectionRef
  readonly log: Log
  now(): number
  /** Throwing while the status is PAIRING refuses the account. */
  tell(news: SessionNews): void
}

/** The initial state of a connection. */
export const NOTHING: SessionNews = {
  status: 'DISCONNECTED',
  reason: null,
  qrcode: '',
  qrcodeExpiresAt: null,
  pairingCode: null,
  retries: 0,
  number: null,
  until: null,
}
/** Fields that are reset at each report unless given. */
const MOMENTARY = {
  reason: null,
  qrcode: '',
  qrcodeExpiresAt: null,
  pairingCode: null,
  until: null,
} as const

export class Standing {
  private news: SessionNews = NOTHING
  private readonly lifting: Alarm
  private isOpen = false

  constructor(
    private readonly house: StandingHouse,
    private readonly records: Pick<Records, 'number' | 'restriction' | 'keepRestriction'>,
  ) {
    this.lifting = new Alarm(house.now)
  }

  get status(): SessionNews['status'] {
    return this.news.status
  }

  get pairingCode(): string | null {
    return this.news.pairingCode
  }

  /** False if the house refused the account. */
  tell(change: Partial<SessionNews>): boolean {
    const { house } = this
    this.news = { ...this.news, ...MOMENTARY, ...change }
    try {
      house.tell(this.news)
      return true
    } catch (error) {
      house.log.warn({ ...house.ref, ...briefly(error) }, 'whatsapp: the house objected to news of a session')
      return false
    }
  }

  /** An account that may not begin chats can still continue existing ones. */
  tellOpen(): void {
    const { number, restriction } = this.records
    this.isOpen = true
    this.lifting.set(restriction?.until ?? null, () => this.tellOpen())
    const { until } = restriction ?? { until: null }
    if (restriction) this.tell({ status: 'RESTRICTED', reason: 'restricted', until, number, retries: 0 })
    else this.tell({ status: 'CONNECTED', number, retries: 0 })
  }

  /** WhatsApp limits the account, or no longer does. May also arrive while the session still catches up with what it missed. */
  limit(lock: { isActive?: boolean; timeEnforcementEnds?: Date }): void {
    const restriction: Restriction = { until: lock.timeEnforcementEnds?.getTime() ?? null }
    const holds = lock.isActive === true && !isOver(restriction, this.house.now())
    this.records.keepRestriction(holds ? restriction : null)
    if (this.isOpen) this.tellOpen()
  }

  /** The connection is no longer open. */
  stop(): void {
    this.isOpen = false
    this.lifting.stop()
  }
}
