import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { changesBetween, recordAct } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { on, type Subscriber } from '../../platform/extensions'
import { execute } from '../../platform/sql'
import { fold, searchable } from '../../platform/text'
import type { UploadedFile } from '../../tickets/media/upload'
import type { Message } from '../../tickets/messages/contract'
import { sendMessage } from '../../tickets/sending/send'
import { can } from '../../users/permissions'
import { userRemoved } from '../../users/rights'
import { requireShare } from '../../users/shares'
import {
  type CreateQuickMessage,
  MOST_QUICK_MESSAGES,
  manageGeneral,
  mayChange,
  maySee,
  type QuickMessage,
  quickMessageCreated,
  quickMessageDeleted,
  quickMessageUpdated,
  type UpdateQuickMessage,
} from './contract'
import { quickMessageErrors } from './errors'
import { countAll, countOwn, findNamesake, findVisible, isTag, ownedOf, readQuickMessage } from './queries'
import { quickMessages, type StoredQuickMessage } from './tables'

/** Undefined keeps the stored file, null removes it. */
type NewFile = Pick<UploadedFile, 'kind' | 'media'> | null | undefined

export const createQuickMessage = (cx: Cx, actor: Actor, input: CreateQuickMessage, file?: NewFile): QuickMessage =>
  cx.transaction((cx) => {
    const record = readQuickMessage(cx.db, insertQuickMessage(cx, actor, input, file))
    note(cx, actor, 'create', null, record)
    cx.emit(quickMessageCreated({ record }), (listener) => maySee(listener, whoseIs(record)))
    return record
  })

/** Inside a transaction; tells nobody. */
export function insertQuickMessage(cx: Cx, actor: Actor, input: CreateQuickMessage, file?: NewFile): number {
  requireShare(actor, countOwn(cx.db, actor.userId) + 1, MOST_QUICK_MESSAGES)
  if (input.geral && !can(actor, manageGeneral)) fail('ERR_NO_PERMISSION')
  return storeQuickMessage(cx, { ...input, userId: actor.userId, createdAt: cx.now() }, file)
}

type NewQuickMessage = CreateQuickMessage & Pick<StoredQuickMessage, 'userId' | 'createdAt'>

/** As `insertQuickMessage`, for any author and time. */
export function storeQuickMessage(cx: Cx, input: NewQuickMessage, file?: NewFile): number {
  const { shortcode, message = '', tagId = null, geral = false, status = true, sendOnlyMedia = false } = input
  if (countAll(cx.db) >= MOST_QUICK_MESSAGES)
    fail(quickMessageErrors.ERR_QUICK_MESSAGE_LIMIT, { most: MOST_QUICK_MESSAGES })
  const row = {
    ...worded({ shortcode, message }),
    general: geral,
    active: status,
    userId: input.userId,
    tagId,
    sendOnlyMedia,
    ...filed(file ?? null),
    createdAt: input.createdAt,
    updatedAt: input.createdAt,
  }
  requireValid(cx, row)
  return cx.db.insert(quickMessages).values(row).returning({ id: quickMessages.id }).get().id
}

export function changeQuickMessage(
  cx: Cx,
  actor: Actor,
  id: number,
  input: UpdateQuickMessage,
  file?: NewFile,
): QuickMessage {
  return cx.transaction((cx) => {
    const before = findChangeable(cx, actor, id)
    const known = readQuickMessage(cx.db, id)
    updateQuickMessage(cx, actor, before, input, file)
    const record = readQuickMessage(cx.db, id)
    note(cx, actor, 'update', known, record)
    const [was, is] = [ownedOf(before), whoseIs(record)]
    if (was.geral && !is.geral)
      cx.emit(quickMessageDeleted({ id }), (listener) => maySee(listener, was) && !maySee(listener, is))
    cx.emit(quickMessageUpdated({ record }), (listener) => maySee(listener, is))
    return record
  })
}

/** Inside a transaction; tells nobody. */
export function updateQuickMessage(
  cx: Cx,
  actor: Actor,
  before: StoredQuickMessage,
  input: UpdateQuickMessage,
  file?: NewFile,
) {
  const { shortcode = before.shortcode, message = before.message, tagId = before.tagId } = input
  const { geral = before.general, status = before.active, sendOnlyMedia = before.sendOnlyMedia } = input
  const row = {
    ...before,
    ...worded({ shortcode, message }),
    general: geral,
    active: status,
    tagId,
    sendOnlyMedia,
    ...(file === undefined ? {} : filed(file)),
    updatedAt: cx.now(),
  }
  if (geral !== before.general && !can(actor, manageGeneral)) fail('ERR_NO_PERMISSION')
  requireValid(cx, row, before)
  cx.db.update(quickMessages).set(row).where(eq(quickMessages.id, before.id)).run()
}

export const deleteQuickMessage = (cx: Cx, actor: Actor, id: number): void =>
  cx.transaction((cx) => {
    const owned = ownedOf(findChangeable(cx, actor, id))
    note(cx, actor, 'delete', readQuickMessage(cx.db, id), null)
    cx.db.delete(quickMessages).where(eq(quickMessages.id, id)).run()
    cx.emit(quickMessageDeleted({ id }), (listener) => maySee(listener, owned))
  })

/** Deletes private messages with their author, because nobody else may read them. */
export const quickMessageSubscribers: readonly Subscriber[] = [
  on(userRemoved, 'inTransaction', ({ db }, { userId }) => {
    execute(db, 'DELETE FROM quick_messages WHERE general = 0 AND user_id = ?', userId)
  }),
]

/** Throws unless the actor may change it. */
export function findChangeable(cx: Cx, actor: Actor, id: number): StoredQuickMessage {
  const found = findVisible(cx.db, actor, id)
  return mayChange(actor, ownedOf(found)) ? found : fail('ERR_NO_PERMISSION')
}

type Manner = { readonly clientId?: string | undefined; readonly sign?: boolean | undefined }

/** Sends it at once, as the actor's own message. */
export function sendQuickMessage(cx: Cx, actor: Actor, id: number, ticketId: number, manner: Manner): Message {
  const { message, media, kind, active, sendOnlyMedia } = findVisible(cx.db, actor, id)
  if (!active) fail(quickMessageErrors.ERR_NO_QUICK_MESSAGE_FOUND)
  return sendMessage(cx, actor, ticketId, {
    kind: (media && kind) ?? 'chat',
    body: media && sendOnlyMedia ? '' : message,
    media,
    quotedId: null,
    sign: manner.sign === true,
    clientId: manner.clientId ?? null,
  })
}

/** Audits changes of general messages only: private ones are their author's business. */
function note(
  cx: Cx,
  actor: Actor,
  act: 'create' | 'update' | 'delete',
  before: QuickMessage | null,
  after: QuickMessage | null,
) {
  const record = after ?? before
  if (!record || !(before?.geral || after?.geral)) return
  const changes = changesBetween<ReturnType<typeof noted>>(before ? noted(before) : {}, after ? noted(after) : {})
  recordAct(cx, actor, { kind: 'quickMessage', act, subject: { id: record.id, name: record.shortcode }, changes })
}
const noted = ({ shortcode, message, geral, status, sendOnlyMedia, tag, mediaName }: QuickMessage) => ({
  shortcode,
  message,
  geral,
  status,
  sendOnlyMedia,
  tag: tag?.name,
  mediaName,
})

const whoseIs = ({ geral, user }: QuickMessage) => ({ geral, userId: user?.id ?? null })

const worded = ({ shortcode, message }: Pick<StoredQuickMessage, 'shortcode' | 'message'>) => ({
  shortcode,
  shortcodeFolded: fold(shortcode),
  message: message.trim(),
  words: searchable(`${shortcode} ${message}`),
})
const filed = (file: Exclude<NewFile, undefined>) => ({ kind: file?.kind ?? null, media: file?.media ?? null })

type QuickMessageFields = Pick<StoredQuickMessage, 'shortcode' | 'message' | 'general' | 'userId' | 'tagId' | 'media'>

function requireValid(cx: Cx, row: QuickMessageFields, before?: StoredQuickMessage) {
  const { shortcode, message, tagId, media } = row
  if (message === '' && !media) fail('ERR_INVALID_INPUT', [{ field: 'message', message: 'form.required' }])
  if (tagId !== null && tagId !== before?.tagId && !isTag(cx.db, tagId))
    fail('ERR_INVALID_INPUT', [{ field: 'tagId', message: 'form.invalid' }])
  if (findNamesake(cx.db, { shortcode, ...ownedOf(row) }, before?.id))
    fail(quickMessageErrors.ERR_QUICK_MESSAGE_EXISTS, [{ field: 'shortcode', message: shortcode }])
}
