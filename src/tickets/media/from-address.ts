/**
 * Downloads a file from an address that a company, its bot or an integrator named, and prepares it like an upload. Servers
 * name, type and compress files as they please, so the content decides what it is.
 */
import { open } from 'node:fs/promises'
import { fail } from '../../errors'
import { hasKnownEnding, nameInAddress, nameInDisposition, nameInQuery, withEnding } from '../../platform/file-names'
import { contentOf } from '../../platform/file-type'
import { adoptFile, receiveFile } from '../../platform/files'
import { discard } from '../../platform/multipart'
import { OutsideFailed, type OutsideRequest, type OutsideStream, openOutside, type Reach } from '../../platform/outside'
import { SECOND } from '../../platform/time'
import { counted, type RunningUpload } from '../../platform/upload-room'
import type { UploadTarget } from '../../platform/uploads'
import { ticketErrors } from '../errors'
import { MEDIA_LIMIT } from '../messages/contract'
import { directAddress } from './share-links'
import { messageFileOf, type UploadedFile } from './upload'

const SLOWEST = 30 * SECOND
const SILENCE = 15 * SECOND
const MOST_REDIRECTS = 5

type AddressRequest = Pick<OutsideRequest, 'url' | 'left'> & Reach

/** Fails with ERR_API_MEDIA_URL, naming the address and the reason. */
export async function fetchFile(
  place: UploadTarget,
  { url, left, ...reach }: AddressRequest,
): Promise<Pick<UploadedFile, 'kind' | 'media'>> {
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  // What is no address may be the file itself.
  const refuse = (fault: string) => fail(ticketErrors.ERR_API_MEDIA_URL, { ...(isWeb && { url }), fault })
  if (!isWeb) return refuse('notPublic')
  const request = {
    url: directAddress(url),
    left,
    ...reach,
    method: 'GET',
    headers: { accept: '*/*', 'accept-encoding': 'identity' },
    limit: SLOWEST,
    silence: SILENCE,
    most: MEDIA_LIMIT,
    decompress: true,
    redirects: MOST_REDIRECTS,
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
      const { name = 'arquivo', type: declared } = came
      const { mimetype, ending, isUnknown } = await contentOf(place.parse, came.path, { name, declared })
      const isPage = (isUnknown && htmlTypes.has(declared)) || (await beginsAsPage(came.path))
      if (isPage && !came.isAttachedPage) return refuse('html')
      await adoptFile(place.folder, came.path, came.sha256)
      return await messageFileOf(place, {
        file: came.sha256,
        name: withEnding(name, ending),
        mimetype,
        size: came.size,
      })
    } finally {
      await discard([came.path])
    }
  } finally {
    upload.end()
  }
}

/** Streams the response into a temporary file. */
async function receive(
  { folder }: UploadTarget,
  { url: asked, upload }: { readonly url: string; readonly upload: RunningUpload },
  { status, type, disposition, url, parts, close }: OutsideStream,
) {
  if (status !== 200) {
    close()
    return { fault: `status ${status}` }
  }
  const attached = nameInDisposition(disposition)
  const names = [asked, url].flatMap((one) => [nameInAddress(one), nameInQuery(one)])
  const name = attached ?? names.find((one) => one && hasKnownEnding(one)) ?? names.find((one) => one !== undefined)
  const isAttachedPage = /\.html?$/i.test(attached ?? '')
  return { ...(await receiveFile(folder, counted(parts, upload), MEDIA_LIMIT)), name, type, isAttachedPage }
}

const htmlTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml'])

/** A page in place of the file, such as a sign-in, whatever the server calls it. */
async function beginsAsPage(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
    const start = buffer
      .toString('latin1', 0, bytesRead)
      .replace(/^(?:\s|\xEF\xBB\xBF|<\?xml[^>]*>|<!--[\s\S]*?-->)+/, '')
    return /^<(?:!doctype\s+html|html|head|title|body|script|meta)\b/i.test(start)
  } finally {
    await file.close()
  }
}
