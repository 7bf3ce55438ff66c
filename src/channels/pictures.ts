/** Profile pictures, fetched in the background and stored here: no browser ever asks the messenger. */
import { rm } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { announceContact } from '../contacts/announce'
import { findContact, findContactIdByAddress, pictureAddress } from '../contacts/queries'
import { type Contact, contacts } from '../contacts/tables'
import type { Cx } from '../platform/cx'
import { adoptFile, hashOf, sidePath } from '../platform/files'
import type { Log } from '../platform/log'
import { getOrMake } from '../platform/maps'
import { fileTypeJob } from '../platform/parsing/jobs'
import type { Parse } from '../platform/parsing/parsing'
import { DAY, HOUR } from '../platform/time'
import { type Address, type Channel, type ConnectionRef, keyOf } from './channel'
import { pictureDue } from './events'
import { addressOver } from './reach'

/** Minimum interval at which the picture of a contact who writes is refreshed. */
const LIFE = DAY
/** Delay after a failure. */
const RETRY_AFTER = HOUR
const MOST_WAITING = 1_000
const types: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp'])

/** Whether to fetch it again. Never for a blocked contact. */
export const isPictureDue = (contact: Contact, now: number): boolean =>
  contact.active && now - contact.pictureCheckedAt > LIFE

/**
 * Called when the picture changed or was removed: fetched immediately, and if that fails, when the contact writes
 * again.
 */
export function receivePictureChange(cx: Cx, connectionId: number, address: Address) {
  cx.transaction((cx) => {
    const contactId = findContactIdByAddress(cx.db, address)
    if (contactId === undefined) return
    note(cx, contactId, { pictureCheckedAt: 0 })
    cx.happened(pictureDue({ connectionId, contactId }))
  })
}

export type PicturesDeps = {
  readonly log: Log
  cxOf(tenantUuid: string): Cx
  folderOf(tenantUuid: string): string
  parseFor(tenantUuid: string): Parse
  canAsk(cx: Cx, connectionId: number): boolean
  /** Milliseconds between two requests of one connection: messengers limit them. */
  readonly gap: number
}

/** Pending pictures of one connection, fetched one at a time. */
type ConnectionQueue = { readonly ref: ConnectionRef; readonly waiting: Set<number>; isBusy: boolean }

export function createPictures(channel: Channel, deps: PicturesDeps) {
  const queues = new Map<string, ConnectionQueue>()
  let stopped = false

  async function work(queue: ConnectionQueue) {
    if (queue.isBusy) return
    queue.isBusy = true
    for (const contactId of queue.waiting) {
      if (stopped) break
      queue.waiting.delete(contactId)
      await refresh(queue.ref, contactId).catch((error: unknown) =>
        deps.log.warn({ err: error, contact: contactId }, 'a picture could not be kept'),
      )
      await Bun.sleep(deps.gap)
    }
    queue.isBusy = false
  }

  async function refresh(ref: ConnectionRef, contactId: number) {
    const cx = deps.cxOf(ref.tenantUuid)
    const address = addressOver(cx.db, ref.connectionId, contactId)
    if (!address || !deps.canAsk(cx, ref.connectionId)) return
    const folder = deps.folderOf(ref.tenantUuid)
    const path = sidePath(folder)
    try {
      const isThere = await channel.picture(ref, address, path)
      keep(cx, contactId, isThere ? await adopt(deps.parseFor(ref.tenantUuid), folder, path) : null)
    } catch (error) {
      deps.log.debug({ err: error, contact: contactId }, 'a picture was not fetched')
      note(cx, contactId, { pictureCheckedAt: cx.now() - LIFE + RETRY_AFTER })
    } finally {
      await rm(path, { force: true })
    }
  }

  return {
    /** Called when a contact with a due picture wrote, or the messenger reported a new one. */
    wake(ref: ConnectionRef, contactId: number) {
      const queue = getOrMake(queues, keyOf(ref), (): ConnectionQueue => ({ ref, waiting: new Set(), isBusy: false }))
      if (queue.waiting.size < MOST_WAITING) queue.waiting.add(contactId)
      void work(queue)
    },
    stop() {
      stopped = true
    },
  }
}

/** Returns the file's name under `media/`; null when it is not a picture. */
async function adopt(parse: Parse, folder: string, path: string): Promise<string | null> {
  const known = await parse(fileTypeJob, { path })
  if (!known) throw new Error('a picture could not be read')
  if (!types.has(known.mime ?? '')) return null
  const { sha256 } = await hashOf(path)
  await adoptFile(folder, path, sha256)
  return sha256
}

function keep(cx: Cx, contactId: number, picture: string | null) {
  const before = findContact(cx.db, contactId)
  if (!before) return
  const pictureUrl = pictureAddress(contactId, picture)
  note(cx, contactId, { picture, pictureUrl, pictureCheckedAt: cx.now() })
  const after = findContact(cx.db, contactId)
  if (after && before.picture !== picture) announceContact(cx, after)
}

const note = (cx: Cx, contactId: number, what: Partial<Contact>) =>
  void cx.db.update(contacts).set(what).where(eq(contacts.id, contactId)).run()
