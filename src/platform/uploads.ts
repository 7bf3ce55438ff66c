/** Receives a single file for a row. Routes need `upload: true` and store the result in their row. */
import { fail } from '../errors'
import { typeOf } from './file-type'
import { adoptFile, type Sha256 } from './files'
import { readMultipart } from './multipart'
import type { Parse } from './parsing/parsing'
import type { UploadRoom } from './upload-room'

/** A company's file folder, the parser for one uploader's files, and the room left for them. */
export type UploadTarget = { readonly folder: string; readonly parse: Parse; readonly room: UploadRoom }

type AcceptedUpload = UploadTarget & {
  /** Maximum bytes. */
  readonly limit: number
  /** Accepted content types, such as `application/pdf` or `image/*`; undefined accepts any. */
  readonly types?: readonly string[]
}

/** `file` is the stored name. Its column must be in the module's `storedFiles`, or the file is removed after a day. */
export type ReceivedFile = {
  readonly file: Sha256
  readonly name: string
  readonly mimetype: string
  readonly size: number
}

/**
 * Stores the single file of a multipart body. Fails with ERR_INVALID_INPUT (no file), ERR_MEDIA_TOO_LARGE (too large or
 * more than one) or ERR_MEDIA_TYPE (not accepted), and then stores nothing.
 */
export async function receiveSingleFile(request: Request, accepted: AcceptedUpload): Promise<ReceivedFile> {
  const { file } = await receiveForm(request, accepted, () => undefined)
  return file ?? fail('ERR_INVALID_INPUT', [{ field: 'file', message: 'form.required' }])
}

type Fields = Readonly<Record<string, string>>

/** Like `receiveSingleFile`, with fields and an optional file, which is stored only if `judge` accepts the fields. */
export async function receiveForm<T>(
  request: Request,
  { limit, types, ...place }: AcceptedUpload,
  judge: (fields: Fields) => T,
): Promise<{ readonly fields: T; readonly file: ReceivedFile | null }> {
  const { fields, parts, release } = await readMultipart(request, place, { files: 1, bytes: limit })
  try {
    const judged = judge(fields)
    const [part] = parts
    if (!part) return { fields: judged, file: null }
    const { path, name, size, sha256 } = part
    const mimetype = await typeOf(place.parse, path, name)
    if (types && !types.some((type) => isOf(type, mimetype))) fail('ERR_MEDIA_TYPE', { type: mimetype, types })
    await adoptFile(place.folder, path, sha256)
    return { fields: judged, file: { file: sha256, name, mimetype, size } }
  } finally {
    await release()
  }
}

const isOf = (type: string, mimetype: string): boolean =>
  type.endsWith('/*') ? mimetype.startsWith(type.slice(0, -1)) : mimetype === type
