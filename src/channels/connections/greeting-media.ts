/** The file that is sent with a connection's greeting. */
import { eq } from 'drizzle-orm'
import { changesBetween, type Doer } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { ReceivedFile } from '../../platform/uploads'
import { connectionChanged } from '../events'
import { note } from './actions'
import type { GreetingMedia } from './contract'
import { findConnectionOrFail } from './queries'
import { type Connection, connections } from './tables'

export const greetingMediaOf = (connection: Connection): GreetingMedia | null =>
  connection.greetingMediaFile === null
    ? null
    : {
        name: connection.greetingMediaName ?? '',
        mimetype: connection.greetingMediaType ?? 'application/octet-stream',
        size: connection.greetingMediaSize ?? 0,
        url: `/whatsapp/${connection.id}/media-upload`,
      }

export const greetingFileOf = (connection: Connection) => ({
  file: connection.greetingMediaFile,
  name: connection.greetingMediaName,
  mimetype: connection.greetingMediaType,
})

const noted = ({ greetingMediaName }: Connection) => ({ greetingMediaAttachment: greetingMediaName })

/** Null removes it. */
export function setGreetingMedia(cx: Cx, doer: Doer, id: number, media: ReceivedFile | null): Connection {
  return cx.transaction((cx) => {
    const before = findConnectionOrFail(cx.db, id)
    const after = cx.db
      .update(connections)
      .set({
        greetingMediaFile: media?.file ?? null,
        greetingMediaName: media?.name ?? null,
        greetingMediaType: media?.mimetype ?? null,
        greetingMediaSize: media?.size ?? null,
        updatedAt: cx.now(),
      })
      .where(eq(connections.id, id))
      .returning()
      .get()
    if (!after) fail('ERR_NO_WAPP_FOUND')
    note(cx, doer, 'update', after, changesBetween(noted(before), noted(after)))
    cx.happened(connectionChanged({ before, after }))
    return after
  })
}
