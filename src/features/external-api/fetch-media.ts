/** Downloads a file from an address in a request, and prepares it like an upload. */
import type { IncomingMessage } from 'node:http'
import { fail } from '../../errors'
import { leavesSpace } from '../../platform/disk-space'
import { typeOf } from '../../platform/file-type'
import { adoptFile, FileTooLarge, receiveFile } from '../../platform/files'
import { discard } from '../../platform/multipart'
import { OutsideFailed, type OutsideRequest, readOutside } from '../../platform/outside'
import { isStorageFull } from '../../platform/sqlite'
import { fileName } from '../../platform/text'
import { SECOND } from '../../platform/time'
import type { FilePlace } from '../../platform/uploads'
import { messageFileOf, type UploadedFile } from '../../tickets/media/upload'
import { MEDIA_LIMIT } from '../../tickets/messages/contract'
import { apiErrors } from './errors'

const SLOWEST = 30 * SECOND

type Wanted = Pick<OutsideRequest, 'url' | 'left'> & Partial<Pick<OutsideRequest, 'reach'>>

/** Fails with ERR_API_MEDIA_URL, naming the address and the reason. */
export async function fetchMedia(
  place: FilePlace,
  { url, left, reach = 'public' }: Wanted,
): Promise<Pick<UploadedFile, 'kind' | 'media'>> {
  const refuse = (fault: string) => fail(apiErrors.ERR_API_MEDIA_URL, { url, fault })
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return refuse('notPublic')
  if (!leavesSpace(place.folder, MEDIA_LIMIT)) fail('ERR_STORAGE_FULL')
  const request = {
    url,
    left,
    reach,
    method: 'GET',
    headers: { accept: '*/*' },
    limit: SLOWEST,
    most: MEDIA_LIMIT,
  } as const
  const came = await readOutside(request, (answer) => receive(place, url, answer)).catch((error: unknown) => {
    if (error instanceof OutsideFailed) return { fault: error.fault }
    throw error
  })
  if ('full' in came) throw came.full
  if ('fault' in came) return refuse(came.fault)
  try {
    if (came.size === 0) return refuse('empty')
    const name = came.named ?? 'arquivo'
    const mimetype = await typeOf(place.parse, came.path, name)
    await adoptFile(place.folder, came.path, came.sha256)
    return await messageFileOf(place, { file: came.sha256, name, mimetype, size: came.size })
  } finally {
    await discard([came.path])
  }
}

/** Streams the answer into a side file. `full`: our disk, which is not the server's fault. */
async function receive({ folder }: FilePlace, url: string, answer: IncomingMessage) {
  if (answer.statusCode !== 200) return { fault: `status ${answer.statusCode}` }
  // A page about the file, such as a sign-in.
  if (answer.headers['content-type']?.startsWith('text/html')) return { fault: 'html' }
  const named = nameIn(answer.headers['content-disposition']) ?? nameIn(new URL(url).pathname.split('/').at(-1))
  try {
    return { ...(await receiveFile(folder, answer as AsyncIterable<Uint8Array>, MEDIA_LIMIT)), named }
  } catch (error) {
    if (error instanceof FileTooLarge) throw new OutsideFailed('tooLong')
    if (isStorageFull(error)) return { full: error }
    throw error
  }
}

/** The file name in a `Content-Disposition` header or the end of a path. */
function nameIn(given: string | undefined): string | undefined {
  const [, quoted] = /filename="?([^";]+)/i.exec(given ?? '') ?? []
  const written = quoted ?? (given?.includes(';') ? '' : (given ?? ''))
  try {
    return fileName(decodeURIComponent(written)) || undefined
  } catch {
    return fileName(written) || undefined
  }
}
