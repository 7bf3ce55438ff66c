/** A file of a company becomes an object, which is read back. */
import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import type { Sha256 } from '../../platform/files'
import type { ObjectStore } from '../commit-log'
import type { Sealing } from '../sealing'

const CHUNK_BYTES = 128 * 1024

type Upload = {
  readonly objects: ObjectStore
  readonly sealing: Sealing
  /** Somebody waits for it. */
  readonly isUrgent: boolean
}
type FileToPut = { readonly name: string; readonly path: string; readonly sha256: Sha256 }

/** Throws unless the store has the file when this ends. */
export async function putFile(upload: Upload, file: FileToPut): Promise<void> {
  const { objects, sealing, isUrgent } = upload
  const { name, path } = file
  const contentSize = statSync(path).size
  const chunks = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  await objects.put(name, sealing.sealObject(name, chunks), { isUrgent, contentSize })
  // What is wrong is not removed: rows may name it since earlier, and the next try replaces it.
  if (!(await isSound(upload, file)))
    throw new Error(`the object ${name} is not what was stored, or ${path} was changed`)
}

/** Reads the object. Throws if it cannot be read. */
export async function isSound(
  { objects, sealing }: Pick<Upload, 'objects' | 'sealing'>,
  { name, sha256 }: Pick<FileToPut, 'name' | 'sha256'>,
): Promise<boolean> {
  const bytes = await objects.get(name)
  if (!bytes) return false
  const hash = createHash('sha256')
  for await (const chunk of sealing.openObject(name, bytes)) hash.update(chunk)
  return hash.digest('hex') === sha256
}
