/** The socket file of a node, in its data folder. */
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

const NAME = 'fleet.sock'
/** Bytes that the system takes as the path of a socket, without the zero at its end. */
const LONGEST = 107

/** A path of any length, as long as it is open. */
export function openSocketPath(dataDir: string): { readonly path: string; close(): void } {
  const path = join(dataDir, NAME)
  if (Buffer.byteLength(path) <= LONGEST) return { path, close() {} }
  const folder = openSync(dataDir, 'r')
  return { path: `/proc/self/fd/${folder}/${NAME}`, close: () => closeSync(folder) }
}
