/**
 * Works around Baileys: its protobuf definitions lack the salt from which tokens for first contacts are computed, so
 * decoding a change of a collection drops it. Here decoding keeps the field.
 */
import type { proto } from '@whiskeysockets/baileys'
import { walk } from '../history/wire'

/** Field numbers of `SyncActionValue` and of `NctSaltSyncAction` in it. */
const ACTION = 80
const SALT = 1

type Definitions = Pick<typeof import('@whiskeysockets/baileys'), 'proto'>
type WithSalt = { nctSalt?: Uint8Array }
/** Within a larger message protobufjs passes its reader. */
type Reader = { readonly buf: Uint8Array; readonly pos: number }

export const saltIn = (value: proto.ISyncActionValue): Uint8Array | undefined => (value as WithSalt).nctSalt

/** Idempotent. */
export function keepNctSalt({ proto: { SyncActionValue } }: Definitions): void {
  const { decode } = SyncActionValue
  if ('keepsNctSalt' in decode) return
  const keeping: typeof decode = (reader, length) => {
    const { buf, pos } = reader instanceof Uint8Array ? { buf: reader, pos: 0 } : (reader as unknown as Reader)
    const bytes = buf.subarray(pos, pos + (length ?? buf.length - pos))
    const value = decode(reader, length)
    return Object.assign(value, saltFrom(bytes))
  }
  SyncActionValue.decode = Object.assign(keeping, { keepsNctSalt: true })
}

function saltFrom(bytes: Uint8Array): WithSalt {
  const found: WithSalt = {}
  walk(bytes, [0, bytes.length], (field, content) => {
    if (field !== ACTION) return
    walk(bytes, content, (inner, salt) => {
      if (inner === SALT) found.nctSalt = bytes.slice(...salt)
    })
  })
  return found
}
