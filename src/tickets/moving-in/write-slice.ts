/** Writes a slice of another product's messages, oldest first within a conversation, in the caller's transaction. */
import { FAILED, PLAYED, SENT } from '../../channels/contract'
import { addressOf } from '../../channels/whatsapp/address'
import { addressKey } from '../../contacts/address'
import { adoptPushName } from '../../contacts/moved-name'
import type { Reason } from '../../moving-in/contract'
import { type Move, type MovedFile, reportFile } from '../../moving-in/mover'
import type { Db } from '../../platform/sqlite'
import { cut } from '../../platform/text'
import { withMentions } from '../groups/mentions'
import { applyDeletion, applyEdit, applyReaction } from './actions'
import { type Attendants, attendantsIn, mentionedIn } from './authors'
import { bringUpToDate, lacksFile } from './bring-up-to-date'
import type { Conversation } from './conversation'
import { createInserter } from './insert'
import { mediaOf } from './media'
import { quoteOf } from './quotes'
import { kindOfFile, type MessageRow, type MovedMessage, type RowContent, readRow } from './read-row'
import { createTargets, type Target } from './targets'

/** What was read of a row to take its file. */
export type PreparedRow = { readonly content: RowContent; readonly file: MovedFile | null }

type Outcome = 'imported' | { readonly merged: Reason } | { readonly skipped: Reason }

type Context = {
  readonly move: Move
  readonly attendants: Attendants
  readonly inserter: ReturnType<typeof createInserter>
}

const WHAT = 'messages'

export function createMessageWriter(move: Move) {
  const { cx, ids, report, source } = move
  const attendants = attendantsIn(cx.db)
  const inserter = createInserter()
  const targets = createTargets(move)
  const context: Context = { move, attendants, inserter }

  const read = (row: MessageRow): RowContent => readRow(row, attendants.isAttendant)

  const findKnown = (row: MessageRow, { conversation, connectionId }: Target): number | undefined => {
    const externalId = row.isPrivate ? null : externalIdOf(row)
    if (externalId !== null) return conversation.known.find({ connectionId, fromMe: row.fromMe, externalId })
    return conversation.isNew ? undefined : ids.find(WHAT, row.id)
  }

  function take(row: MessageRow, prepared: PreparedRow | undefined): Outcome {
    if (row.isQuotedCopy) return { merged: 'quotedCopy' }
    if (targets.wasDeleted(row)) return { merged: 'alreadyHere' }
    const target = targets.find(row)
    if (typeof target === 'string') return { skipped: target }
    const known = findKnown(row, target)
    if (known !== undefined) return takeKnown(target, row, known, prepared)
    if (move.isAgain && ids.has(WHAT, row.id)) return { merged: 'alreadyHere' } // deleted here since
    const content = prepared?.content ?? read(row)
    if (content.is === 'nothing') return { skipped: 'empty' }
    if (content.is !== 'message') return takeAction(move, target, row, content)
    return takeMessage(context, target, row, { content, file: prepared?.file ?? null })
  }

  function takeKnown({ conversation }: Target, row: MessageRow, id: number, prepared?: PreparedRow): Outcome {
    conversation.known.add(null, row.id, id)
    if (!targets.wasHereBefore(conversation, id)) return { merged: 'repeated' }
    const { content, file } = prepared ?? { content: read(row), file: null }
    bringUpToDate(cx, { row, content, file }, id, source.family)
    return { merged: 'alreadyHere' }
  }

  return {
    read,
    /** Whether its file is of no use: the message is there, or goes nowhere. */
    needsNoFile(row: MessageRow): boolean {
      const target = row.isQuotedCopy || targets.wasDeleted(row) ? null : targets.find(row)
      if (target === null || typeof target === 'string') return true
      const known = findKnown(row, target)
      return known !== undefined && !(move.isAgain && lacksFile(cx.db, known))
    },
    take(rows: readonly MessageRow[], prepared: ReadonlyMap<MessageRow, PreparedRow>) {
      inserter.forget() // of a slice that was rolled back
      const counts = new Map<Reason | 'imported', number>()
      const count = (what: Reason | 'imported') => counts.set(what, (counts.get(what) ?? 0) + 1)
      for (const row of rows) {
        const outcome = take(row, prepared.get(row))
        if (outcome === 'imported') count(outcome)
        else if ('merged' in outcome) count(outcome.merged)
        else report.skipped(WHAT, outcome.skipped, row.id)
      }
      for (const [what, n] of counts)
        if (what === 'imported') report.imported(WHAT, n)
        else report.merged(WHAT, what, n)
      inserter.writeCounts(cx.db)
    },
  }
}

type Action = Exclude<RowContent, { is: 'message' | 'nothing' }>

function takeAction(move: Move, target: Target, row: MessageRow, action: Action): Outcome {
  const { db } = move.cx
  const id = targetOf(move, target, row, action)
  if (id === undefined) return { skipped: 'noParent' }
  const externalId = externalIdOf(row) ?? `moved/${row.id}`
  const apply = (): boolean => {
    if (action.is === 'edit') return applyEdit(db, id, { externalId, body: action.body, at: action.at })
    if (action.is === 'deletion') return applyDeletion(db, id)
    const author = target.authorOf(row, action.stored?.author ?? null)
    return applyReaction(db, id, {
      externalId,
      fromMe: row.fromMe,
      isGroup: target.conversation.isGroup,
      author: author && { addresses: author.addresses, name: author.chosen ?? author.name },
      emoji: action.emoji,
      at: action.at,
    })
  }
  return apply() ? 'imported' : { merged: move.isAgain && !target.conversation.isNew ? 'alreadyHere' : 'repeated' }
}

/** The message that an edit, a deletion or a reaction is about. */
function targetOf(
  { source, company, ids }: Move,
  { conversation: { known }, connectionId }: Target,
  { quotedId }: MessageRow,
  { target }: Action,
): number | undefined {
  const named = quotedId === null ? undefined : known.findTheirs(quotedId)
  const found = named ?? (target === null ? undefined : known.findOfEither(connectionId, target))
  if (found !== undefined || quotedId === null) return found
  const original = source.find(WHAT, company.id, quotedId)
  const externalId = original ? externalIdOf(original) : null
  return externalId === null ? ids.find(WHAT, quotedId) : known.findOfEither(connectionId, externalId)
}

function takeMessage(
  { move, attendants, inserter }: Context,
  { conversation, connectionId, ticket, authorOf }: Target,
  row: MessageRow,
  { content: message, file }: { readonly content: MovedMessage; readonly file: MovedFile | null },
): Outcome {
  const { cx, ids, report } = move
  const isNote = message.kind === 'note'
  const fromMe = row.fromMe || isNote
  const externalId = isNote ? null : externalIdOf(row)
  const author = authorOf(row, message.stored?.author ?? null)
  const { id: quotedId, quote } = quoteOf(move, conversation, { row, message, connectionId })
  const { body, extra } = message
  const mentions = message.mentions.length > 0 ? message.mentions : mentionedIn(cx.db, conversation, body)
  const id = inserter.insert(
    cx.db,
    conversation,
    {
      ticketId: ticket?.id ?? null,
      connectionId,
      externalId,
      chat: chatOf(row, message) ?? conversation.chat,
      fromMe,
      kind: file && !message.media && !isNote ? kindOfFile(row, file.mimetype) : message.kind,
      body,
      ...deliveryOf(row, isNote),
      quotedId,
      quoted: quote,
      author: author?.name ?? null,
      authorAddresses: author?.addresses ?? null,
      userId: fromMe ? userOf(move, attendants, row, message) : null,
      media: mediaOf(row, message.media, file),
      extra: withMentions(cx.db, conversation.contactId, { body, mentions, extra }),
      secret: message.stored?.secret ?? null,
      createdAt: timeOf(row, cx.now()),
      isDeleted: row.isDeleted,
      isEdited: row.isEdited,
    },
    ticket,
  )
  if (!fromMe && message.stored) learnPushName(cx.db, conversation, message.stored.pushName)
  conversation.known.add(externalId === null ? null : { connectionId, fromMe, externalId }, row.id, id)
  if (externalId === null) ids.add(WHAT, row.id, id)
  if (message.isCut) report.noted(WHAT, 'cut', row.id)
  if (row.mediaPath !== null) reportFile(report, row.mediaPath, file)
  if (ticket === null && row.ticketId !== null) report.noted(WHAT, 'noTicket', row.id)
  return 'imported'
}

function learnPushName(db: Db, conversation: Conversation, pushName: string | null) {
  if (pushName === null || conversation.isGroup || pushName === conversation.pushName) return
  conversation.pushName = pushName
  adoptPushName(db, conversation.contactId, pushName)
}

/** A message of ours without an outcome was sent: no outbox holds it any more. */
function deliveryOf({ fromMe, ack }: MessageRow, isNote: boolean): { ack: number; failure: string | null } {
  if (!fromMe || isNote) return { ack: 0, failure: null }
  return ack <= FAILED
    ? { ack: FAILED, failure: 'unknown' }
    : { ack: Math.min(PLAYED, Math.max(SENT, ack)), failure: null }
}

function userOf(
  { ids }: Move,
  attendants: Attendants,
  { userId }: MessageRow,
  { signature, extra }: MovedMessage,
): number | null {
  if (extra?.origin) return null
  return ids.find('users', userId) ?? (signature === null ? null : attendants.find(signature))
}

const LONGEST_ID = 200

/**
 * The messenger's id; whatsapp-web.js writes it as `true_5511999990000@c.us_3EB0…`, in groups with the member behind it.
 */
export function externalIdOf({ externalId }: Pick<MessageRow, 'externalId'>): string | null {
  const bare = /^(?:true|false)_[^_]+@[^_]+_([^_]+)(?:_.*)?$/.exec(externalId ?? '')?.[1] ?? externalId
  return bare ? cut(bare, LONGEST_ID) || null : null
}

function chatOf({ remoteJid }: MessageRow, { stored }: MovedMessage): string | null {
  const address = stored?.chat[0] ?? addressOf(remoteJid)
  return address ? addressKey(address) : null
}

/** WhatsApp did not exist before. */
const BEGINNING = Date.UTC(2009, 0)

function timeOf({ saidAt, storedAt }: MessageRow, now: number): number {
  const said = saidAt >= BEGINNING ? saidAt : storedAt
  return said >= BEGINNING ? Math.min(Math.floor(said), now) : now
}
