/** State of one connection as reported to our server, including WhatsApp's limits on the account. */
import type { SessionNews } from '../../channel'
import { briefly } from '../baileys/log'
import type { Records } from '../storage/records'
import { Alarm } from './alarm'
import type { SessionContext } from './context'
import { isOver, type Restriction } from './restriction'

type Context = Pick<SessionContext, 'ref' | 'log' | 'now' | 'report'>

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
  passkey: null,
}
/** Fields that each report resets unless given. */
const MOMENTARY = {
  reason: null,
  qrcode: '',
  qrcodeExpiresAt: null,
  pairingCode: null,
  until: null,
  passkey: null,
} as const

export class AccountStatus {
  private news: SessionNews = NOTHING
  private readonly lifting: Alarm
  private isOpen = false

  constructor(
    private readonly context: Context,
    private readonly records: Pick<Records, 'number' | 'restriction' | 'keepRestriction'>,
  ) {
    this.lifting = new Alarm(context.now)
  }

  get status(): SessionNews['status'] {
    return this.news.status
  }

  get pairingCode(): string | null {
    return this.news.pairingCode
  }

  /** Returns false if our server refused the account. */
  report(change: Partial<SessionNews>): boolean {
    const { context } = this
    this.news = { ...this.news, ...MOMENTARY, ...change }
    try {
      context.report(this.news)
      return true
    } catch (error) {
      context.log.warn(
        { ...context.ref, ...briefly(error) },
        'whatsapp: our server failed to process the state of a session',
      )
      return false
    }
  }

  /** A restricted account can still continue existing chats. */
  reportOpen(): void {
    const { number, restriction } = this.records
    this.isOpen = true
    this.lifting.set(restriction?.until ?? null, () => this.reportOpen())
    const { until } = restriction ?? { until: null }
    if (restriction) this.report({ status: 'RESTRICTED', reason: 'restricted', until, number, retries: 0 })
    else this.report({ status: 'CONNECTED', number, retries: 0 })
  }

  /**
   * Called when WhatsApp restricts the account or lifts the restriction. May arrive while the session is still catching
   * up.
   */
  limit(lock: { isActive?: boolean; timeEnforcementEnds?: Date }): void {
    const restriction: Restriction = { until: lock.timeEnforcementEnds?.getTime() ?? null }
    const holds = lock.isActive === true && !isOver(restriction, this.context.now())
    this.records.keepRestriction(holds ? restriction : null)
    if (this.isOpen) this.reportOpen()
  }

  /** Called when the connection is closed. */
  stop(): void {
    this.isOpen = false
    this.lifting.stop()
  }
}
