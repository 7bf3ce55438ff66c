/** Stored data of one connection: credentials, keys, journal and archived sessions. */
import type { Address, Incoming } from '../../channel'
import { addressesOf, addressOf } from '../address'
import type { Baileys, Creds } from '../baileys/baileys'
import { briefly } from '../baileys/log'
import { Importer } from '../history/importer'
import { actionOf } from '../parsing/message-actions'
import { parse } from '../parsing/parse'
import { type Gaps, openGaps } from '../receiving/gaps'
import { type Arrival, createInbox } from '../receiving/inbox'
import type { InboxRow, Me } from '../receiving/inbox-rows'
import { createLidMigration } from '../receiving/lid-migration'
import { openRow } from '../receiving/open-row'
import { resentIn } from '../receiving/resent'
import type { SessionContext } from '../session/context'
import type { LiveSocket } from '../session/live-socket'
import { keepRestriction, type Restriction, readRestriction } from '../session/restriction'
import { archiveSession, discardAttempt, LOCKED, undoLocked } from './archive'
import { type Credentials, hasAccount, openCredentials, type Stored, whatIsStored } from './credentials'
import { type LinkedRecord, lastLinked, openLinked } from './linked'

type Opened = {
  readonly credentials: Credentials
  readonly inbox: ReturnType<typeof createInbox>
  readonly importer: Importer
  readonly lidMigration: ReturnType<typeof createLidMigration>
  readonly gaps: Gaps
}

export class Records {
  private opened: Opened | null = null
  private creds: Creds | null = null
  private readonly linked: LinkedRecord

  constructor(private readonly context: SessionContext) {
    this.linked = openLinked(context, () => this.number)
  }

  get stored(): Stored {
    return whatIsStored(this.context)
  }

  get isPaired(): boolean {
    return this.stored === 'paired'
  }

  /** The account's number, once a phone is linked. */
  get number(): string | null {
    return this.creds && hasAccount(this.creds) ? (addressOf(this.creds.me?.id)?.value ?? null) : null
  }

  /** The account's own addresses. */
  get me(): readonly Address[] {
    return addressesOf(this.creds?.me?.id, this.creds?.me?.lid)
  }

  get restriction(): Restriction | null {
    return this.number === null ? null : readRestriction(this.context.db, this.number, this.context.now())
  }

  keepRestriction(restriction: Restriction | null): void {
    if (this.number !== null) keepRestriction(this.context.db, this.number, restriction, this.context.now())
  }

  /** On the first call, also passes on the rows that an earlier process left in the journal. */
  open(baileys: Baileys): Pick<Opened, 'credentials' | 'gaps'> {
    if (this.opened) return this.opened
    const { context } = this
    const credentials = openCredentials(context, baileys)
    const { otherHalf } = credentials
    const me = (): Me => this.creds?.me ?? { id: '' }
    const read = (row: InboxRow): Arrival | null => {
      const receiver = row.me ?? me()
      if (row.plain.length === 0) return gaps.keptOnPhone(row.attrs, receiver)
      const opened = openRow(row, receiver, baileys)
      const message = resentIn(opened, baileys) ?? opened
      const around = {
        otherHalf,
        me: addressesOf(receiver.id, receiver.lid),
        edit: row.attrs.edit,
      }
      return actionOf(message, around) ?? parse(message, around)
    }
    const gaps = openGaps(context, { baileys, credentials, me })
    const inbox = createInbox({
      read,
      came: gaps.filled,
      storeActions: (actions) => context.actions(actions),
      store: (messages) => context.incoming(messages),
      forget: credentials.forget,
      limits: context.limits,
      scheduler: context.scheduler,
      log: context.log,
    })
    const importer = new Importer(context, { baileys, credentials, linked: this.linked, me })
    const { scheduler, log } = context
    const lidMigration = createLidMigration({ baileys, scheduler, log, forget: credentials.forget })
    this.opened = { credentials, inbox, importer, lidMigration, gaps }
    this.creds = credentials.load()
    this.accept(credentials.journal())
    importer.resume()
    return this.opened
  }

  /** A pairing attempt always starts with new credentials, because those of an abandoned attempt are refused (401). */
  credsToUse(baileys: Baileys): Creds {
    const kept = this.open(baileys).credentials.load()
    if (kept && hasAccount(kept)) this.creds = kept
    else {
      this.discard()
      this.creds = baileys.initAuthCreds()
    }
    return this.creds
  }

  accept(rows: readonly InboxRow[]): void {
    const { opened } = this
    if (!opened) return
    const { importer, lidMigration } = opened
    const present = rows.filter((row) => !importer.accept(row) && !lidMigration.accept(row))
    if (present.length > 0) opened.inbox.accept(present)
  }

  /** Called when a phone was just linked. */
  expectHistory(): void {
    this.linked.begin()
    this.opened?.importer.begin()
  }

  socketOpened(live: LiveSocket): void {
    this.opened?.gaps.opened(live)
    this.opened?.lidMigration.opened(live)
    this.linked.opened(live)
  }

  /**
   * Shows placeholders for undecrypted messages of earlier sockets, which Baileys no longer reports. Must be called
   * before the next socket opens.
   */
  showGaps(): void {
    const { gaps, inbox } = this.opened ?? {}
    for (const one of gaps?.placeholders() ?? []) one.placeholder ? inbox?.awaitRepetition(one) : inbox?.show(one)
  }

  awaitRepetition(message: Incoming): void {
    this.opened?.inbox.awaitRepetition(message)
  }

  /** Archives the credentials, or deletes those of a pairing attempt. */
  archive(reason: string): void {
    this.opened?.inbox.flush()
    this.opened?.importer.abandon()
    this.opened?.lidMigration.abandon()
    this.opened?.credentials.forgetNow()
    this.end(() => {
      this.endAttempt()
      if (this.isWorthKeeping) this.putAway(reason)
    })
    this.creds = null
  }

  /**
   * Archives locked credentials before a phone is linked anew; with the right secret.key they can be restored. Throws
   * on a full disk.
   */
  archiveLocked(): void {
    if (this.stored === 'locked') this.putAway(LOCKED)
  }

  /** Restores a locked session that the attempt replaced; it still opens by itself with the right secret.key. */
  discardAttempt(): void {
    this.end(() => this.endAttempt())
  }

  private endAttempt(): void {
    if (this.isWorthKeeping) return
    this.discard()
    undoLocked(this.context.db, this.context.ref.connectionId)
  }

  private get isWorthKeeping(): boolean {
    const { stored } = this
    return stored === 'paired' || stored === 'locked'
  }

  private putAway(reason: string): void {
    const { db, ref, now } = this.context
    const number = this.number ?? lastLinked(db, ref.connectionId)
    archiveSession(db, { connectionId: ref.connectionId, number, reason, at: now() })
  }

  private discard(): void {
    discardAttempt(this.context.db, this.context.ref.connectionId)
  }

  /**
   * On a full disk they stay: refused credentials are archived at the next attempt, those of a pairing attempt deleted
   * before it.
   */
  private end(step: () => void): void {
    try {
      step()
    } catch (error) {
      this.context.log.error(
        { ...this.context.ref, ...briefly(error) },
        'whatsapp: an ended session could not be archived',
      )
    }
  }

  close(): void {
    this.opened?.importer.close()
    this.opened?.inbox.close()
    this.opened?.credentials.forgetNow()
    this.opened = null
  }
}
