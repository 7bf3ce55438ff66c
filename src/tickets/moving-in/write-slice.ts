/** Writes a slice of another product's messages, oldest first within a conversation, in the caller's transaction. */

import { FAILED, SENT } from '../../channels/contract'
import { addressOf } from '../../channels/whatsapp/address'
import { addressKey } from '../../contacts/address'
import type { Reason } from '../../moving-in/contract'
import type { Move, MovedFile } from '../../moving-in/mover'
import { getOrMake } from '../../platform/maps'
import { cut } from '../../platform/text'
import { withMentions } from '../groups/mentions'
import { applyDeletion, applyEdit, applyReaction } from './actions'
import { attendantsIn, createAuthors } from './authors'
import { bringUpToDate } from './bring-up-to-date'
import { type Conversation, findMovedTicket, firstConnection, type MovedTicket, openConversation } from './conversation'
import { createInserter } from './insert'
import { mediaOf } from './media'
import { quoteOf } from './quotes'
import { kindOfFile, type MessageRow, type MovedMessage, type RowContent, readRow } from './read-row'

type Prepared = { readonly content: RowContent; readonly file: MovedFile | null }
type Item = { readonly row: MessageRow; readonly prepared: Prepared | undefined }

/** Where a row goes, or why it goes nowhere. */
type Target = {
  readonly conversation: Conversation
  readonly connectionId: number
  readonly ticket: MovedTicket | null
}

type OpenConversation = { readonly conversation: Conversation; readonly authorOf: ReturnType<typeof createAuthors> }

const MOST_TICKETS = 10_000
const WHAT = 'messages'

export function createMessageWriter(move: Move) {
  const { cx, ids, report, source } = move
  const attendants = attendantsIn(cx.db)
  const inserter = createInserter()
  const tickets = new Map<string, MovedTicket | null>()
  /** By contact: the highest id before this run. */
  const lastBefore = new Map<number, number>()
  let open: OpenConversation | undefined

  const read = (row: MessageRow): RowContent => readRow(row, attendants.isAttendant)

  const ticketOf = (theirs: string): MovedTicket | null => {
    const kept = tickets.get(theirs)
    if (kept !== undefined) return kept
    const id = ids.find('tickets', theirs)
    const found = id === undefined ? null : (findMovedTicket(cx.db, id) ?? null)
    if (tickets.size >= MOST_TICKETS) tickets.clear()
    tickets.set(theirs, found)
    return found
  }

  const enter = (contactId: number): OpenConversation | undefined => {
    if (open?.conversation.contactId === contactId) return open
    const conversation = openConversation(cx.db, contactId)
    if (conversation) getOrMake(lastBefore, contactId, () => conversation.lastId)
    open = conversation && { conversation, authorOf: createAuthors(move, conversation) }
    return open
  }

  /** An earlier run brought where it belongs, and somebody has deleted that here. */
  const wasDeletedHere = ({ ticketId, contactId }: MessageRow): boolean =>
    (ticketId !== null && ids.has('tickets', ticketId) && ticketOf(ticketId) === null) ||
    (contactId !== null && ids.has('contacts', contactId) && ids.find('contacts', contactId) === undefined)

  function targetOf(row: MessageRow): Target | Reason {
    const ticket = row.ticketId === null ? null : ticketOf(row.ticketId)
    const contactId = ticket?.contactId ?? (row.contactId === null ? undefined : ids.find('contacts', row.contactId))
    if (contactId === undefined) return row.ticketId !== null && row.contactId === null ? 'noTicket' : 'noContact'
    const entered = enter(contactId)
    if (!entered) return 'noContact'
    const named = row.connectionId === null ? undefined : ids.find('connections', row.connectionId)
    const connectionId = ticket?.connectionId ?? named ?? firstConnection(cx.db)
    return connectionId === null ? 'noConnection' : { conversation: entered.conversation, connectionId, ticket }
  }

  function take(item: Item): Outcome {
    const { row, prepared } = item
    if (row.isQuotedCopy) return { merged: 'quotedCopy' }
    if (move.isAgain && wasDeletedHere(row)) return { merged: 'alreadyHere' }
    const target = targetOf(row)
    if (typeof target === 'string') return { skipped: target }
    const { conversation, connectionId } = target
    const externalId = externalIdOf(row)
    const known =
      externalId === null
        ? conversation.isNew
          ? undefined
          : ids.find(WHAT, row.id)
        : conversation.known.find({ connectionId, fromMe: row.fromMe, externalId })
    if (known !== undefined) return takeKnown(target, row, known)
    const content = prepared?.content ?? read(row)
    if (content.is === 'message') return takeMessage(target, { row, file: prepared?.file ?? null }, content, externalId)
    if (content.is === 'nothing') return { skipped: 'empty' }
    return takeAction(target, row, content, externalId)
  }

  function takeKnown({ conversation }: Target, row: MessageRow, id: number): Outcome {
    conversation.known.add(null, row.id, id)
    if (id > (lastBefore.get(conversation.contactId) ?? 0)) return { merged: 'repeated' }
    bringUpToDate(cx, { row, content: read(row) }, id, source.family)
    return { merged: 'alreadyHere' }
  }

  function takeAction(
    { conversation, connectionId }: Target,
    row: MessageRow,
    content: Exclude<RowContent, { is: 'message' | 'nothing' }>,
    externalId: string | null,
  ): Outcome {
    const { known } = conversation
    const named = row.quotedId === null ? undefined : known.findTheirs(row.quotedId)
    const id =
      named ??
      (content.target === null ? undefined : known.findOfEither(connectionId, content.target)) ??
      findByRow(conversation, row, connectionId)
    if (id === undefined) return { skipped: 'noParent' }
    const done = externalId ?? `moved/${row.id}`
    if (content.is === 'edit')
      return applyEdit(cx.db, id, { externalId: done, body: content.body, at: content.at })
        ? 'imported'
        : { merged: 'alreadyHere' }
    if (content.is === 'deletion') return applyDeletion(cx.db, id) ? 'imported' : { merged: 'alreadyHere' }
    const author = open?.authorOf(row, content.stored?.author ?? null) ?? null
    const isNew = applyReaction(cx.db, id, {
      externalId: done,
      fromMe: row.fromMe,
      isGroup: conversation.isGroup,
      author: author && { addresses: author.addresses, name: author.chosen ?? author.name },
      emoji: content.emoji,
      at: content.at,
    })
    return isNew ? 'imported' : { merged: conversation.isNew ? 'repeated' : 'alreadyHere' }
  }

  function findByRow({ known }: Conversation, { quotedId }: MessageRow, connectionId: number): number | undefined {
    const original = quotedId === null ? undefined : source.find(WHAT, move.company.id, quotedId)
    const externalId = original ? externalIdOf(original) : null
    return externalId === null ? undefined : known.findOfEither(connectionId, externalId)
  }

  function takeMessage(
    { conversation, connectionId, ticket }: Target,
    { row, file }: { readonly row: MessageRow; readonly file: MovedFile | null },
    message: MovedMessage,
    externalId: string | null,
  ): Outcome {
    const { contactId } = conversation
    const isNote = message.kind === 'note'
    const fromMe = row.fromMe || isNote
    const author = open?.authorOf(row, message.stored?.author ?? null) ?? null
    const { id: quotedId, quote } = quoteOf(move, conversation, { row, message, connectionId })
    const extra = withMentions(cx.db, contactId, {
      body: message.body,
      mentions: message.mentions,
      extra: message.extra,
    })
    const kind = file && row.mediaPath !== null && !message.media ? kindOfFile(row, file.mimetype) : message.kind
    const isFailed = fromMe && !isNote && row.ack <= FAILED
    const id = inserter.insert(
      cx.db,
      conversation,
      {
        ticketId: ticket?.id ?? null,
        connectionId,
        externalId: isNote ? null : externalId,
        chat: chatOf(row, message) ?? conversation.chat,
        fromMe,
        kind: isNote ? 'note' : kind,
        body: message.body,
        ack: !fromMe || isNote || isFailed ? FAILED : Math.max(SENT, Math.min(row.ack, 5)),
        failure: isFailed ? 'unknown' : null,
        quotedId,
        quoted: quote,
        author: author?.name ?? null,
        authorAddresses: author?.addresses ?? null,
        userId: fromMe ? userOf(row, message) : null,
        media: mediaOf(row, message.media, file),
        extra,
        secret: message.stored?.secret ?? null,
        createdAt: timeOf(row, cx.now()),
        isDeleted: row.isDeleted,
        isEdited: row.isEdited,
      },
      ticket,
    )
    conversation.known.add(externalId === null || isNote ? null : { connectionId, fromMe, externalId }, row.id, id)
    if (externalId === null || isNote) ids.add(WHAT, row.id, id)
    if (message.isCut) report.noted(WHAT, 'cut', row.id)
    if (row.mediaPath !== null && !file) report.noted(WHAT, 'fileMissing', row.mediaPath)
    if (ticket === null && row.ticketId !== null) report.noted(WHAT, 'noTicket', row.id)
    return 'imported'
  }

  const userOf = (row: MessageRow, { signature, extra }: MovedMessage): number | null => {
    if (extra?.origin) return null
    const named = row.userId === null ? undefined : ids.find('users', row.userId)
    return named ?? (signature === null ? null : attendants.find(signature))
  }

  return {
    read,
    /** Whether a row's file is needed. */
    isKnown: (row: MessageRow): boolean => {
      const target = targetOf(row)
      if (typeof target === 'string') return true
      const externalId = externalIdOf(row)
      return externalId === null
        ? ids.find(WHAT, row.id) !== undefined
        : target.conversation.known.find({ connectionId: target.connectionId, fromMe: row.fromMe, externalId }) !==
            undefined
    },
    take(rows: readonly MessageRow[], prepared: ReadonlyMap<MessageRow, Prepared>) {
      inserter.forget() // of a slice that was rolled back
      const counts = new Map<string, number>()
      const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
      for (const row of rows) {
        const outcome = take({ row, prepared: prepared.get(row) })
        if (outcome === 'imported') count('')
        else if ('merged' in outcome) count(outcome.merged)
        else report.skipped(WHAT, outcome.skipped, row.id)
      }
      for (const [reason, n] of counts)
        if (reason === '') report.imported(WHAT, n)
        else report.merged(WHAT, reason as Reason, n) // counted as one above
      inserter.writeCounts(cx.db)
    },
  }
}

type Outcome = 'imported' | { readonly merged: Reason } | { readonly skipped: Reason }

const LONGEST_ID = 200

/** The messenger's id; whatsapp-web.js writes it as `true_5511999990000@c.us_3EB0…`, in groups with the member behind it. */
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
  return Number.isFinite(said) && said >= BEGINNING ? Math.min(Math.floor(said), now) : now
}
