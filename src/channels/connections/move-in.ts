/** Takes over the connections of another product. Their numbers are linked again: nothing of a session comes along. */
import { type Move, type Mover, movers } from '../../moving-in/mover'
import type { SourceRows } from '../../moving-in/source'
import { tokenHash } from '../../platform/secret'
import { execute, getOnlyValue, getRows, getValue } from '../../platform/sql'
import { automaticText } from '../../queues/moved'
import { freeName, plainName } from '../../queues/names'
import { isKeptToken, keepApiToken } from '../../users/api-tokens'
import type { ChannelKind } from '../contract'

type Theirs = SourceRows['connections']

const channels: Readonly<Record<Theirs['channel'], ChannelKind | null>> = {
  whatsapp: 'whatsapp',
  whatsapp_official: 'whatsapp_cloud',
  facebook: 'facebook',
  instagram: 'instagram',
  telegram: null,
  other: null,
}

async function moveConnections(move: Move): Promise<void> {
  const { source, company, inSlices } = move
  await inSlices('connections', source.rows('connections', company.id), (slice) => {
    for (const row of slice) moveConnection(move, row)
  })
  await inSlices('connection queues', source.rows('connectionQueues', company.id), (slice) => {
    for (const row of slice) moveQueueOf(move, row)
  })
  await inSlices('connections of people', source.rows('users', company.id), (slice) => {
    for (const row of slice) prefer(move, row)
  })
  await inSlices('default connection', [null], () => requireDefault(move))
}

function moveConnection(move: Move, theirs: Theirs): void {
  const { cx, ids, report } = move
  const channel = channels[theirs.channel]
  if (ids.has('connections', theirs.id)) {
    report.merged('connections', 'alreadyHere')
    return
  }
  if (channel === null) {
    report.skipped('connections', 'channelUnknown', theirs.name)
    return
  }
  const number = numberOf(theirs)
  const same =
    number !== null &&
    getValue<number>(
      cx.db,
      `SELECT id FROM connections WHERE number = ? AND channel = ? AND deleted_at IS NULL
         AND id NOT IN (SELECT ours FROM moved_ids WHERE kind = 'connections')`,
      [number, channel],
    )
  if (same) {
    ids.add('connections', theirs.id, same)
    report.merged('connections', 'sameNumber')
    return
  }
  const isTaken = (name: string) =>
    getValue(cx.db, 'SELECT 1 FROM connections WHERE name = ? AND deleted_at IS NULL', name) !== undefined
  const name = theirs.isDeleted ? plainName(theirs.name) : freeName(plainName(theirs.name), isTaken)
  const id = insert(move, theirs, { name, channel, number })
  ids.add('connections', theirs.id, id)
  report.imported('connections')
  if (name !== theirs.name.trim()) report.noted('connections', 'renamed', `${theirs.name} → ${name}`)
  if (theirs.isDeleted) return
  report.noted('connections', 'scanAgain', name)
  keepToken(move, id, { token: theirs.token, name })
}

function insert(
  move: Move,
  theirs: Theirs,
  { name, channel, number }: { name: string; channel: ChannelKind; number: string | null },
): number {
  const { cx, ids } = move
  const text = (given: string | null) => automaticText(move, 'connections', given, name)
  const queue = ids.find('queues', theirs.sendIdQueue)
  const id = getOnlyValue<number>(
    cx.db,
    `INSERT INTO connections (name, channel, number, is_default, greeting_message, completion_message, out_of_hours_message,
         rating_message, expires_after, enable_queue_chatbot, max_use_bot_queues, time_send_queue, send_id_queue, created_at,
         updated_at, deleted_at)
       VALUES (@name, @channel, @number, @isDefault, @greetingMessage, @completionMessage, @outOfHoursMessage, @ratingMessage,
         @expiresAfter, 1, @maxUseBotQueues, @timeSendQueue, @queue, @createdAt, @now, @deletedAt) RETURNING id`,
    {
      name,
      channel,
      number,
      isDefault: theirs.isDefault && !theirs.isDeleted && !hasDefault(move) ? 1 : 0,
      greetingMessage: text(theirs.greetingMessage),
      completionMessage: text(theirs.completionMessage),
      outOfHoursMessage: text(theirs.outOfHoursMessage ?? move.company.outOfHoursMessage),
      ratingMessage: text(theirs.ratingMessage),
      expiresAfter: whole(theirs.expiresAfter, MOST_HOURS),
      maxUseBotQueues: whole(theirs.maxUseBotQueues, MOST_REPEATS),
      timeSendQueue: queue === undefined ? 0 : whole(theirs.timeSendQueue, MOST_MINUTES),
      queue: queue ?? null,
      createdAt: theirs.createdAt ?? cx.now(),
      now: cx.now(),
      deletedAt: theirs.isDeleted ? cx.now() : null,
    },
  )
  if (!theirs.isDeleted)
    execute(cx.db, 'INSERT INTO connection_health (connection_id, status_since) VALUES (?, ?)', [id, cx.now()])
  return id
}

const MOST_HOURS = 9999
const MOST_REPEATS = 99
const MOST_MINUTES = 1440
const whole = (number: number | null, most: number): number => Math.min(Math.max(Math.trunc(number ?? 0), 0), most)

const hasDefault = ({ cx }: Move): boolean =>
  getValue(cx.db, 'SELECT 1 FROM connections WHERE is_default = 1 AND deleted_at IS NULL') !== undefined

/** A company with connections has one that is the default. */
function requireDefault(move: Move): void {
  if (!hasDefault(move))
    execute(
      move.cx.db,
      'UPDATE connections SET is_default = 1 WHERE id = (SELECT min(id) FROM connections WHERE deleted_at IS NULL)',
    )
}

/** Without a column of its own, it is in the stored credentials: `5511987654321:12@s.whatsapp.net`. */
function numberOf({ number, session, channel }: Theirs): string | null {
  const digits = number?.replaceAll(/\D/g, '') ?? ''
  if (digits.length >= 8 && digits.length <= 15) return digits
  return channel === 'whatsapp'
    ? (/"id"\s*:\s*"(\d{8,15})(?::\d+)?@s\.whatsapp\.net"/.exec(session ?? '')?.[1] ?? null)
    : null
}

/** Whoever sends through their API changes only the host. */
function keepToken(
  move: Move,
  connectionId: number,
  { token, name }: { readonly token: string | null; readonly name: string },
): void {
  const { cx, report } = move
  const plain = token?.trim() ?? ''
  if (plain === '') return
  if (!isKeptToken(plain)) report.noted('connections', 'weakToken', name)
  else if (keepApiToken(cx, { connectionId, name, token: plain }))
    execute(cx.db, 'UPDATE connections SET token_hash = ? WHERE id = ?', [tokenHash(plain), connectionId])
}

function moveQueueOf({ cx, ids, report }: Move, theirs: SourceRows['connectionQueues']): void {
  const link = `${theirs.connectionId} ${theirs.queueId}`
  if (ids.has('connectionQueues', link)) {
    report.merged('connectionQueues', 'alreadyHere')
    return
  }
  const [connection, queue] = [ids.find('connections', theirs.connectionId), ids.find('queues', theirs.queueId)]
  if (connection === undefined || queue === undefined) {
    report.skipped('connectionQueues', connection === undefined ? 'noConnection' : 'noParent')
    return
  }
  ids.add('connectionQueues', link, connection)
  const { changes } = execute(
    cx.db,
    'INSERT OR IGNORE INTO connection_queues (connection_id, queue_id) VALUES (?, ?)',
    [connection, queue],
  )
  if (changes > 0) report.imported('connectionQueues')
  else report.merged('connectionQueues', 'alreadyHere')
}

/** The connection of a person's new conversations, unless it was chosen here. */
function prefer({ cx, ids }: Move, { id, connectionId }: SourceRows['users']): void {
  const [user, connection] = [ids.find('users', id), ids.find('connections', connectionId)]
  if (user === undefined || connection === undefined) return
  const isChosen = getRows(cx.db, 'SELECT 1 FROM users WHERE id = ? AND connection_id IS NOT NULL', user).length > 0
  if (!isChosen && !ids.has('users', `connection ${id}`))
    execute(cx.db, 'UPDATE users SET connection_id = ? WHERE id = ? AND deleted_at IS NULL', [connection, user])
  ids.add('users', `connection ${id}`, user)
}

const connectionMover: Mover = { name: 'connections', move: moveConnections }
export const movesConnections = movers.filledWith(connectionMover)
