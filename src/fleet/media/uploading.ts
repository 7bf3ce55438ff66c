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
export async function putFile({ objects, sealing, isUrgent }: Upload, { name, path, sha256 }: FileToPut) {
  const contentSize = statSync(path).size
  const chunks = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  await objects.put(name, sealing.sealObject(name, chunks), { isUrgent, contentSize })
  const bytes = await objects.get(name)
  const hash = createHash('sha256')
  if (bytes) for await (const chunk of sealing.openObject(name, bytes)) hash.update(chunk)
  if (!bytes || hash.digest('hex') !== sha256) {
    await objects.remove(name)
    throw new Error(`the object ${name} is not what was stored: the store, or ${path}, was changed`)
  }
}
