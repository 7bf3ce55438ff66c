/** Internal chats of another product. Everything counts as read: nobody wants to read years of it again. */
import type { Move, Mover } from '../../moving-in/mover'
import type { SourceRows } from '../../moving-in/source'
import { execute } from '../../platform/sql'
import { cut, isBlank, oneLine } from '../../platform/text'
import { fileOf, moveWithFiles, type TakenFiles } from '../../tickets/media/moved-file'
import { DOCUMENT_LIMIT } from '../../tickets/messages/contract'
import { insertChat, storeMessage } from './actions'
import { CHAT_MESSAGE_LENGTH, MOST_CHATS, MOST_MEMBERS } from './contract'
import { countGroups, findDirect } from './queries'

const [CHATS, MEMBERS, MESSAGES] = ['chats', 'chatMembers', 'chatMessages'] as const
const TITLE_LENGTH = 50

export const chatMover: Mover = {
  name: 'chats',
  async move(move) {
    const { source, company } = move
    // Few: one for each person of each chat.
    const members = Map.groupBy(source.rows(MEMBERS, company.id), ({ chatId }) => chatId)
    await move.inSlices('chats', source.rows(CHATS, company.id), (slice) => {
      for (const row of slice) moveChat(move, row, members.get(row.id) ?? [])
    })
    await countStrayMembers(move, members)
    await moveWithFiles(move, { kind: MESSAGES, step: 'chat-messages', most: DOCUMENT_LIMIT }, (row, files) =>
      moveMessage(move, row, files),
    )
  },
}

type Member = SourceRows['chatMembers']
type Message = SourceRows['chatMessages']

/** Counts the chat's members, too. */
function moveChat({ cx, ids, report }: Move, row: SourceRows['chats'], members: readonly Member[]) {
  if (ids.has(CHATS, row.id)) {
    if (members.length > 0) report.merged(MEMBERS, 'alreadyHere', members.length)
    return report.merged(CHATS, 'alreadyHere')
  }
  const owner = ids.find('users', row.ownerId)
  const known = members.flatMap(({ userId }) => ids.find('users', userId) ?? [])
  const all = [...new Set([...(owner === undefined ? [] : [owner]), ...known])]
  const people = all.slice(0, MOST_MEMBERS)
  const isLeftOut = people.length < 2 || countGroups(cx.db) >= MOST_CHATS
  for (const { userId } of members) {
    const ours = ids.find('users', userId)
    if (isLeftOut) report.skipped(MEMBERS, 'noParent')
    else if (ours === undefined) report.skipped(MEMBERS, 'noUser')
    else if (people.includes(ours)) report.imported(MEMBERS)
    else report.skipped(MEMBERS, 'leftOut')
  }
  if (people.length < 2) return report.skipped(CHATS, 'noUser', row.title ?? undefined)
  if (isLeftOut) return report.skipped(CHATS, 'leftOut', row.title ?? undefined)
  const title = oneLine(row.title ?? '', TITLE_LENGTH)
  const [first = 0, second = 0] = people
  const talk = title === '' && people.length === 2 ? findDirect(cx.db, first, second) : undefined
  ids.add(CHATS, row.id, (talk ?? insertChat(cx, title, people, row.createdAt ?? cx.now())).id)
  if (talk) report.merged(CHATS, 'sameName')
  else report.imported(CHATS)
}

/** Members of chats that do not exist. */
async function countStrayMembers(move: Move, members: ReadonlyMap<string, readonly Member[]>) {
  const chats = new Set<string>()
  for (const { id } of move.source.rows(CHATS, move.company.id)) chats.add(id)
  const stray = [...members].flatMap(([chatId, all]) => (chats.has(chatId) ? [] : all))
  await move.inSlices('chat-members', stray, (slice) => {
    for (const _ of slice) move.report.skipped(MEMBERS, 'noParent')
  })
}

function moveMessage({ cx, ids, report }: Move, row: Message, files: TakenFiles) {
  if (ids.has(MESSAGES, row.id)) return report.merged(MESSAGES, 'alreadyHere')
  const chatId = ids.find(CHATS, row.chatId)
  const senderId = ids.find('users', row.senderId)
  if (chatId === undefined) return report.skipped(MESSAGES, 'noParent')
  if (senderId === undefined) return report.skipped(MESSAGES, 'noUser')
  const file = fileOf(report, row, files)
  const written = isBlank(row.message ?? '') ? '' : (row.message ?? '').trim()
  const body = cut(written, CHAT_MESSAGE_LENGTH)
  if (body === '' && !file) return report.skipped(MESSAGES, 'empty')
  if (body !== written) report.noted(MESSAGES, 'cut')
  const at = Math.min(row.createdAt ?? cx.now(), cx.now())
  const id = storeMessage(cx.db, { chatId, senderId, body, ticketId: null, clientId: null, at }, file)
  // A colleague who has unread messages here keeps them.
  execute(cx.db, 'UPDATE chat_members SET read_id = ? WHERE chat_id = ? AND unreads = 0', [id, chatId])
  ids.add(MESSAGES, row.id, id)
  report.imported(MESSAGES)
}
