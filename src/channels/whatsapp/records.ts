/** What one connection keeps on disk: who it is, its keys, its journal, and who it was before. */
import type { Database } from 'better-sqlite3'
import type { Act, ConnectionRef, Incoming } from '../channel'
import { actOf } from './acts'
import { addressOf } from './address'
import { archiveSession, discardAttempt } from './archive'
import type { Baileys, Creds } from './baileys'
import { type Credentials, hasAccount, isPaired, openCredentials } from './credentials'
import { type Arrival, makeInbox } from './inbox'
import type { InboxRow } from './inbox-rows'
import type { Limits } from './limits'
import type { Log } from './log'
import { openRow } from './open-row'
import { parse } from './parse'

export type RecordsHouse = {
  readonly ref: ConnectionRef
  readonly db: Database
  readonly limits: Limits
  readonly log: Log
  now(): number
  incoming(messages: readonly Incoming[]): void
  acted(acts: readonly Act[]): void
}
type Opened = { readonly credentials: Credentials; readonly inbox: ReturnType<typeof makeInbox> }

export class Records {
  private opened: Opened | null = null
  private creds: Creds | null = null

  constructor(private readonly house: RecordsHouse) {}

  get isPaired(): boolean {
    return isPaired(this.house.db, this.house.ref.connectionId)
  }

  /** Number of the account, once a phone has vouched for it. */
  get number(): string | null {
    return this.creds && hasAccount(this.creds) ? (addressOf(this.creds.me?.id)?.value ?? null) : null
  }

  /** The first time, what an earlier life of the process left in the journal is handed over. */
  open(baileys: Baileys): Credentials {
    if (this.opened) return this.opened.credentials
    const { house } = this
    const credentials = openCredentials(house.db, house.ref.connectionId, baileys)
    const { otherHalf } = credentials
    const read = (row: InboxRow): Arrival | null => {
      const message = openRow(row, this.creds?.me ?? { id: '' }, baileys)
      const around = { offline: Boolean(row.attrs.offline), otherHalf, edit: row.attrs.edit }
      return actOf(message, around) ?? parse(message, around)
    }
    const inbox = makeInbox({
      read,
      storeActs: (acts) => house.acted(acts),
      store: (messages) => house.incoming(messages),
      forget: credentials.forget,
      limits: house.limits,
      log: house.log,
    })
    this.opened = { credentials, inbox }
    this.creds = credentials.load()
    inbox.accept(credentials.journal())
    return credentials
  }

  /** A pairing attempt always starts from fresh ones: those of an abandoned attempt would be turned away (401). */
  credsToUse(baileys: Baileys): Creds {
    const kept = this.open(baileys).load()
    if (kept && hasAccount(kept)) this.creds = kept
    else {
      this.discardAttempt()
      this.creds = baileys.initAuthCreds()
    }
    return this.creds
  }

  accept(rows: readonly InboxRow[]): void {
    this.opened?.inbox.accept(rows)
  }

  awaitRepetition(message: Incoming): void {
    this.opened?.inbox.awaitRepetition(message)
  }

  /** Takes the credentials out of use; those no phone ever vouched for are forgotten. */
  archive(reason: string): void {
    const { db, ref, now } = this.house
    this.opened?.inbox.flush()
    this.opened?.credentials.forgetNow()
    if (this.isPaired) archiveSession(db, { connectionId: ref.connectionId, number: this.number, reason, at: now() })
    else this.discardAttempt()
    this.creds = null
  }

  discardAttempt(): void {
    if (!this.isPaired) discardAttempt(this.house.db, this.house.ref.connectionId)
  }

  close(): void {
    this.opened?.inbox.close()
    this.opened?.credentials.forgetNow()
    this.opened = null
  }
}
