/** One file for a row: a route marked `upload: true` receives it, and stores in its row what this returns. */
import { fail } from '../errors'
import { leavesSpace } from './disk-space'
import { typeOf } from './file-type'
import { adoptFile, type Sha256 } from './files'
import { discard, readMultipart } from './multipart'
import type { Parse } from './parsing/parsing'

/** Where a company's files go, and who reads them. */
export type FilePlace = { readonly folder: string; readonly parse: Parse }

type Accepted = FilePlace & {
  /** In bytes. */
  readonly limit: number
  /** By its content, as `application/pdf` or `image/*`; undefined: any. */
  readonly types?: readonly string[]
}

/** `file` is the name under which it is stored. Its column is one of the module's `storedFiles`, or it goes after a day. */
export type ReceivedFile = {
  readonly file: Sha256
  readonly name: string
  readonly mimetype: string
  readonly size: number
}

/**
 * The one file of a multipart body, stored. Fails with ERR_INVALID_INPUT where there is none, ERR_MEDIA_TOO_LARGE where it is
 * too large or not the only one, ERR_MEDIA_TYPE where it is no such file, and then nothing is kept.
 */
export async function receiveSingleFile(request: Request, accepted: Accepted): Promise<ReceivedFile> {
  const { file } = await receiveForm(request, accepted, () => undefined)
  return file ?? fail('ERR_INVALID_INPUT', [{ field: 'file', message: 'form.required' }])
}

type Fields = Readonly<Record<string, string>>

/** A multipart body with at most one file, which is stored only if `judge` takes the fields; otherwise as above. */
export async function receiveForm<T>(
  request: Request,
  { folder, parse, limit, types }: Accepted,
  judge: (fields: Fields) => T,
): Promise<{ readonly fields: T; readonly file: ReceivedFile | null }> {
  if (!leavesSpace(folder, Number(request.headers.get('content-length') ?? 0))) fail('ERR_STORAGE_FULL')
  const { fields, parts } = await readMultipart(request, folder, { files: 1, bytes: limit })
  try {
    const judged = judge(fields)
    const [part] = parts
    if (!part) return { fields: judged, file: null }
    const { path, name, size, sha256 } = part
    const mimetype = await typeOf(parse, path, name)
    if (types && !types.some((type) => isOf(type, mimetype))) fail('ERR_MEDIA_TYPE', { type: mimetype, types })
    await adoptFile(folder, path, sha256)
    return { fields: judged, file: { file: sha256, name, mimetype, size } }
  } finally {
    await discard(parts.map(({ path }) => path))
  }
}

const isOf = (type: string, mimetype: string): boolean =>
  type.endsWith('/*') ? mimetype.startsWith(type.slice(0, -1)) : mimetype === type
