/** Downloads the files of messages with limited concurrency, companies in turn; a message never waits for its file. */
import { rm } from 'node:fs/promises'
import type { Actor } from '../../actor'
import { type Channel, LARGEST_DOWNLOAD } from '../../channels/channel'
import { DownloadFailed } from '../../channels/download-failed'
import { ABLE_TO_SEND } from '../../channels/sessions/states'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { leavesSpace } from '../../platform/disk-space'
import { createFairQueues } from '../../platform/fair-queues'
import { confirmedType } from '../../platform/file-type'
import { adoptFile, obtainStoredFile, readStoredName, sidePath } from '../../platform/files'
import type { Log } from '../../platform/log'
import type { Parse } from '../../platform/parsing/parsing'
import { execute, getColumn, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { MINUTE, SECOND } from '../../platform/time'
import { MEDIA_LIMIT, type Message } from '../messages/contract'
import { mediaDue, mediaSettled } from '../messages/events'
import { findMessage, findVisibleMessage } from '../messages/queries'
import type { StoredMedia, StoredMessage } from '../messages/tables'
import { announceMessage } from '../reading/changed'
import { readMessage } from '../reading/shown'
import { measure } from './measure'

const CONCURRENT_DOWNLOADS = 4
/** Per company, so that one slow media server cannot occupy all slots. */
const AT_ONCE_EACH = 2
const MOST_TRIES = 4
const DUE_AT_ONCE = 100
/** Retry interval while the disk is full. */
const UNTIL_SPACE = MINUTE
/** Longer than any delay we set: a later due time means that the clock was set back. */
const LONGEST_WAIT = 5 * MINUTE
const PICTURES: ReadonlySet<StoredMessage['kind']> = new Set(['image', 'sticker', 'product'])

/** When the first file is due, in SQL. */
export const NEXT_DOWNLOAD = `SELECT min(at) FROM (
  SELECT min(next_at) AS at FROM downloads UNION ALL SELECT 0 FROM downloads WHERE next_at > @now + ${LONGEST_WAIT}
) WHERE EXISTS (SELECT 1 FROM connections WHERE status IN (${ABLE_TO_SEND}))`

declare module '../../platform/module' {
  interface Services {
    readonly fetcher: MediaFetcher
  }
}

export type MediaFetcher = ReturnType<typeof createMediaFetcher>

export type MediaFetcherDeps = {
  readonly log: Log
  cxOf(tenantUuid: string): Cx
  folderOf(tenantUuid: string): string
  parseFor(tenantUuid: string): Parse
  canFetch(cx: Cx, connectionId: number): boolean
}

export function createMediaFetcher(channel: Channel, deps: MediaFetcherDeps) {
  const queues = createFairQueues({ atOnce: CONCURRENT_DOWNLOADS, each: AT_ONCE_EACH })
  /** Waiting or in progress, by company and message. */
  const queued = new Set<string>()
  let stopped = false

  async function fetchOne(uuid: string, messageId: number) {
    if (stopped) return
    const cx = deps.cxOf(uuid)
    const message = findMessage(cx.db, messageId)
    if (message?.media?.state === 'ready') return measureStored(cx, message.id)
    if (!message?.media?.ticket || !deps.canFetch(cx, message.connectionId)) return
    const folder = deps.folderOf(uuid)
    const parse = deps.parseFor(uuid)
    const announced = message.media.size ?? 0
    if (announced > LARGEST_DOWNLOAD) return postpone(cx, message, { ...message.media, failure: 'tooBig' })
    if (!leavesSpace(folder, announced)) return putOff(cx, messageId, UNTIL_SPACE)
    const path = sidePath(folder)
    try {
      const fetched = await channel.download(
        { tenantUuid: uuid, connectionId: message.connectionId },
        message.media.ticket,
        path,
      )
      const { size } = fetched
      const sha256 = readStoredName(fetched.sha256)
      if (sha256 === null) throw new DownloadFailed('corrupt')
      const mimetype = await confirmedType(parse, path, message.media.mimetype)
      const isPicture = PICTURES.has(message.kind) && size <= MEDIA_LIMIT // larger ones are not measured
      const facts = await measure(parse, path, isPicture ? 'image' : 'document')
      await adoptFile(folder, path, sha256)
      const { width, height, thumbnail } = message.media
      const shape = {
        width: facts.width ?? width,
        height: facts.height ?? height,
        thumbnail: thumbnail ?? facts.thumbnail,
      }
      save(cx, message, {
        ...message.media,
        ...shape,
        size,
        mimetype,
        state: 'ready',
        file: sha256,
        ticket: null,
      })
    } catch (error) {
      await rm(path, { force: true })
      deps.log.warn({ err: error, message: messageId }, 'file not fetched')
      const why = error instanceof DownloadFailed ? error.why : 'unavailable'
      postpone(cx, message, { ...message.media, failure: why })
    }
  }

  /** An automatic message was sent before its file was measured. */
  async function measureStored(cx: Cx, messageId: number) {
    const { uuid } = cx.tenant
    const sent = findMessage(cx.db, messageId)
    const file = readStoredName(sent?.media?.file)
    if (!sent || file === null || !(sent.kind === 'image' || sent.kind === 'video' || sent.kind === 'audio')) return
    if (sent.media?.width !== null || sent.media.seconds !== null) return
    const stored = await obtainStoredFile(deps.folderOf(uuid), file)
    if (!stored) return
    const facts = await measure(deps.parseFor(uuid), stored.path, sent.kind)
    const now = findMessage(cx.db, messageId)
    if (now?.media?.file !== file || (facts.width === null && facts.seconds === null)) return
    save(cx, now, { ...now.media, ...facts })
  }

  return {
    wake(uuid: string, messageId: number) {
      const key = `${uuid}/${messageId}`
      if (queued.has(key)) return
      queued.add(key)
      queues
        .run(uuid, () => fetchOne(uuid, messageId))
        .catch((error: unknown) => deps.log.error({ err: error, message: messageId }, 'file could not be handled'))
        .finally(() => queued.delete(key))
    },
    /** Downloads due files after a restart or a failure. A file that cannot be downloaded now delays no other. */
    wakeDue(cx: Cx) {
      const connectionIds = getColumn<number>(cx.db, 'SELECT id FROM connections')
      const open = connectionIds.filter((id) => deps.canFetch(cx, id))
      if (open.length === 0) return
      const due = getColumn(
        cx.db,
        `SELECT d.message_id FROM downloads d JOIN messages m ON m.id = d.message_id
         WHERE (d.next_at <= (? + 0) OR d.next_at > (? + 0)) AND m.connection_id IN (SELECT value FROM json_each(?)) ORDER BY d.next_at LIMIT ${DUE_AT_ONCE}`,
        [cx.now(), cx.now() + LONGEST_WAIT, JSON.stringify(open)],
      )
      for (const messageId of due) this.wake(cx.tenant.uuid, Number(messageId))
    },
    stop() {
      stopped = true
    },
  }
}

/** Requests a file again after its download failed. */
export function askAgain(cx: Cx, actor: Actor, messageId: number): Message {
  return cx.transaction((cx) => {
    const message = findVisibleMessage(cx.db, actor, messageId)
    if (!message.media?.ticket || message.media.state === 'ready') return fail('ERR_NO_MEDIA_FOUND')
    execute(
      cx.db,
      'INSERT INTO downloads (message_id, next_at) VALUES (?, ?) ON CONFLICT DO UPDATE SET attempts = 0, next_at = excluded.next_at',
      [messageId, cx.now()],
    )
    const { failure: _, ...media } = message.media
    writeMedia(cx.db, messageId, { ...media, state: 'missing' })
    announceMessage(cx, message.id)
    cx.happened(mediaDue({ messageId }))
    return readMessage(cx.db, messageId)
  })
}

function save(cx: Cx, message: StoredMessage, media: StoredMedia) {
  cx.transaction((cx) => {
    writeMedia(cx.db, message.id, media)
    // A messenger may not say whether a story or a post is a picture.
    if (message.kind === 'image' && media.mimetype.startsWith('video/'))
      execute(cx.db, "UPDATE messages SET kind = 'video' WHERE id = ?", message.id)
    execute(cx.db, 'DELETE FROM downloads WHERE message_id = ?', message.id)
    announceMessage(cx, message.id)
    cx.happened(mediaSettled({ message }))
  })
}

/** Lost and too large files are not retried. */
const isForGood = ({ failure }: StoredMedia) => failure === 'expired' || failure === 'tooBig'

function postpone(cx: Cx, message: StoredMessage, media: StoredMedia) {
  cx.transaction((cx) => {
    const attempts = Number(getValue(cx.db, 'SELECT attempts FROM downloads WHERE message_id = ?', message.id) ?? 0) + 1
    if (attempts < MOST_TRIES && !isForGood(media)) {
      execute(cx.db, 'UPDATE downloads SET attempts = ? WHERE message_id = ?', [attempts, message.id])
      return putOff(cx, message.id, 5 ** attempts * SECOND)
    }
    execute(cx.db, 'DELETE FROM downloads WHERE message_id = ?', message.id)
    writeMedia(cx.db, message.id, { ...media, state: 'failed' })
    announceMessage(cx, message.id)
    cx.happened(mediaSettled({ message }))
  })
}

/** Does not count as an attempt. */
const putOff = (cx: Cx, messageId: number, wait: number) =>
  void execute(cx.db, 'UPDATE downloads SET next_at = ? WHERE message_id = ?', [cx.now() + wait, messageId])

function writeMedia(db: Db, messageId: number, media: StoredMedia) {
  execute(db, 'UPDATE messages SET media = ? WHERE id = ?', [JSON.stringify(media), messageId])
}
