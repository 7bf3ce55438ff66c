/**
 * Reply windows: Meta's channels take our messages only for a while after the contact's last message, reaction or tap.
 * What we send opens nothing.
 */
import { fail } from '../../errors'
import { instant } from '../../platform/formats'
import { execute, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { HOUR } from '../../platform/time'
import { type Capabilities, capabilitiesOf } from '../capabilities'
import { channelOf } from '../connections/queries'
import type { ReplyWindow, WindowState } from './contract'
import { windowErrors } from './errors'

export type Conversation = { readonly connectionId: number; readonly contactId: number }

/** Who or what writes, which decides how long it may. */
export type Manner = { readonly isByPerson: boolean; readonly isTemplate: boolean }

/** Epoch milliseconds; 0 while the contact has not written. */
type Ends = { readonly until: number; readonly personUntil: number }

/** Notes that the contact did something that lets us write. False if nothing changed. */
export function openWindow(db: Db, { connectionId, contactId }: Conversation, at: number): boolean {
  if (capabilitiesOf(channelOf(db, connectionId)).window === null) return false
  const { changes } = execute(
    db,
    `INSERT INTO reply_windows (connection_id, contact_id, opened_at) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET opened_at = excluded.opened_at WHERE opened_at < excluded.opened_at`,
    [connectionId, contactId, at],
  )
  return changes > 0
}

/** Null: the connection's messenger sets no limit. */
export function windowOf(db: Db, { connectionId, contactId }: Conversation): Ends | null {
  const rule = capabilitiesOf(channelOf(db, connectionId)).window
  if (rule === null) return null
  const openedAt = getValue<number>(
    db,
    'SELECT opened_at FROM reply_windows WHERE connection_id = (? + 0) AND contact_id = (? + 0)',
    [connectionId, contactId],
  )
  return endsOf(rule, openedAt ?? null)
}

const endsOf = (rule: NonNullable<Capabilities['window']>, openedAt: number | null): Ends =>
  openedAt === null
    ? { until: 0, personUntil: 0 }
    : { until: openedAt + rule.hours * HOUR, personUntil: openedAt + rule.personHours * HOUR }

/** For the wire; null without a limit. */
export function shownWindow(rule: Capabilities['window'], openedAt: number | null): ReplyWindow | null {
  if (rule === null) return null
  const { until, personUntil } = endsOf(rule, openedAt)
  return openedAt === null
    ? { until: null, personUntil: null }
    : { until: instant(until), personUntil: instant(personUntil) }
}

const stateOf = (ends: Ends | null, now: number): WindowState =>
  ends === null || now < ends.until ? 'open' : now < ends.personUntil ? 'people' : 'closed'

export const stateOfWindow = (db: Db, conversation: Conversation, now: number): WindowState =>
  stateOf(windowOf(db, conversation), now)

export function mayWrite(db: Db, conversation: Conversation, { isByPerson, isTemplate }: Manner, now: number): boolean {
  if (isTemplate) return true
  const state = stateOfWindow(db, conversation, now)
  return state === 'open' || (state === 'people' && isByPerson)
}

/** The error says until when it was possible, and what still is. */
export function requireWindow(db: Db, conversation: Conversation, manner: Manner, now: number) {
  if (mayWrite(db, conversation, manner, now)) return
  const { until, personUntil } = windowOf(db, conversation) ?? { until: 0, personUntil: 0 }
  const { templates } = capabilitiesOf(channelOf(db, conversation.connectionId))
  const endsAt = manner.isByPerson ? personUntil : until
  const code = templates
    ? windowErrors.ERR_WINDOW_TEMPLATE
    : now < personUntil
      ? windowErrors.ERR_WINDOW_PEOPLE
      : windowErrors.ERR_WINDOW_CLOSED
  fail(code, { closedAt: endsAt === 0 ? null : instant(endsAt) })
}

/** After the messenger reported that two contacts are one, or somebody merged them. */
export const mergeWindows = (db: Db, keptId: number, goneId: number) =>
  execute(
    db,
    `INSERT INTO reply_windows SELECT connection_id, (? + 0), opened_at FROM reply_windows WHERE contact_id = (? + 0)
     ON CONFLICT DO UPDATE SET opened_at = max(opened_at, excluded.opened_at)`,
    [keptId, goneId],
  )
