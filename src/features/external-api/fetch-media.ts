/** Downloads a file from an address in a request, and prepares it like an upload. */
import { fail } from '../../errors'
import { typeOf } from '../../platform/file-type'
import { adoptFile, receiveFile } from '../../platform/files'
import { discard } from '../../platform/multipart'
import { OutsideFailed, type OutsideRequest, type OutsideStream, openOutside, type Reach } from '../../platform/outside'
import { fileName } from '../../platform/text'
import { SECOND } from '../../platform/time'
import { counted, type RunningUpload } from '../../platform/upload-room'
import type { FilePlace } from '../../platform/uploads'
import { messageFileOf, type UploadedFile } from '../../tickets/media/upload'
import { MEDIA_LIMIT } from '../../tickets/messages/contract'
import { apiErrors } from './errors'

const SLOWEST = 30 * SECOND

type Wanted = Pick<OutsideRequest, 'url' | 'left'> & Reach

/** Fails with ERR_API_MEDIA_URL, naming the address and the reason. */
export async function fetchMedia(
  place: FilePlace,
  { url, left, ...reach }: Wanted,
): Promise<Pick<UploadedFile, 'kind' | 'media'>> {
  const refuse = (fault: string) => fail(apiErrors.ERR_API_MEDIA_URL, { url, fault })
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return refuse('notPublic')
  const request = {
    url,
    left,
    ...reach,
    method: 'GET',
    headers: { accept: '*/*' },
    limit: SLOWEST,
    most: MEDIA_LIMIT,
  } as const
  const upload = place.room.begin(0)
  try {
    const came = await openOutside(request)
      .then((answer) => receive(place, { url, upload }, answer))
      .catch((error: unknown) => {
        if (error instanceof OutsideFailed) return { fault: error.fault }
        throw error
      })
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
  } finally {
    upload.end()
  }
}

/** Streams the response into a temporary file. */
async function receive(
  { folder }: FilePlace,
  { url, upload }: { readonly url: string; readonly upload: RunningUpload },
  { status, type, disposition, parts, close }: OutsideStream,
) {
  // An HTML page, such as a sign-in, is not the file.
  const fault = status !== 200 ? `status ${status}` : type === 'text/html' ? 'html' : null
  if (fault !== null) {
    close()
    return { fault }
  }
  const named = nameIn(disposition) ?? nameIn(new URL(url).pathname.split('/').at(-1) ?? null)
  return { ...(await receiveFile(folder, counted(parts, upload), MEDIA_LIMIT)), named }
}

/** The file name in a `Content-Disposition` header or the end of a path. */
function nameIn(given: string | null): string | undefined {
  const [, quoted] = /filename="?([^";]+)/i.exec(given ?? '') ?? []
  const written = quoted ?? (given?.includes(';') ? '' : (given ?? ''))
  try {
    return fileName(decodeURIComponent(written)) || undefined
  } catch {
    return fileName(written) || undefined
  }
}
