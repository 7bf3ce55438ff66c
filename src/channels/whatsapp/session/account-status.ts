/** State of one connection as reported to our server, including WhatsApp's limits on the account. */
import { CLOSED_SESSION, type SessionNews } from '../../channel'
import { briefly } from '../baileys/log'
import type { Records } from '../storage/records'
import { Alarm } from './alarm'
import type { SessionContext } from './context'
import { INFERRED_MS, isOver, type Restriction } from './restriction'

type Context = Pick<SessionContext, 'ref' | 'log' | 'now' | 'report'>

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
  private news: SessionNews = CLOSED_SESSION
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

  report(change: Partial<SessionNews>): void {
    const { context } = this
    this.news = { ...this.news, ...MOMENTARY, ...change }
    try {
      context.report(this.news)
    } catch (error) {
      context.log.warn(
        { ...context.ref, ...briefly(error) },
        'whatsapp: our server failed to process the state of a session',
      )
    }
  }

  /** A restricted account can still continue existing chats. */
  reportOpen(): void {
    const { number, restriction } = this.records
    this.isOpen = true
    this.lifting.set(restriction?.until ?? null, () => this.reportOpen())
    const { until } = restriction ?? { until: null }
    const reason = restriction?.isInferred ? 'firstContactsRefused' : 'restricted'
    if (restriction) this.report({ status: 'RESTRICTED', reason, until, number, retries: 0 })
    else this.report({ status: 'CONNECTED', number, retries: 0 })
  }

  /**
   * Called when WhatsApp restricts the account or lifts the restriction. May arrive while the session is still catching
   * up.
   */
  limit(lock: { isActive?: boolean; timeEnforcementEnds?: Date }): void {
    const restriction: Restriction = { until: lock.timeEnforcementEnds?.getTime() ?? null }
    const holds = lock.isActive === true && !isOver(restriction, this.context.now())
    // Not reported as restricted, and yet first contacts are refused.
    if (!holds && this.records.restriction?.isInferred) return
    this.keep(holds ? restriction : null)
  }

  /** Called when WhatsApp refused the first message of a chat, or (false) accepted one. */
  firstContact(isRefused: boolean): void {
    const { restriction } = this.records
    if (isRefused && !restriction) this.keep({ until: this.context.now() + INFERRED_MS, isInferred: true })
    if (!isRefused && restriction?.isInferred) this.keep(null)
  }

  private keep(restriction: Restriction | null): void {
    this.records.keepRestriction(restriction)
    if (this.isOpen) this.reportOpen()
  }

  /** Called when the connection is closed. */
  stop(): void {
    this.isOpen = false
    this.lifting.stop()
  }
}
