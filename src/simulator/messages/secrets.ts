/**
 * The second layer of encryption, with the secret of the target message: for votes, and for reactions and edits of
 * communities and newer phones. Unreadable without that message.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { type Account, lidOf, pnOf } from '../account'
import { derive } from '../wire/keys'
import type { Random } from '../wire/random'

export type Use = 'Poll Vote' | 'Enc Reaction' | 'Message Edit'
/** The message, its author and the actor. */
export type About<Person> = { use: Use; id: string; author: Person; by: Person; secret: Uint8Array }
export type SealedSecret = { encPayload?: Uint8Array | null; encIv?: Uint8Array | null }

const TAG_LENGTH = 16

export function sealSecret(random: Random, about: About<string>, plaintext: Uint8Array) {
  const encIv = random.bytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(about), encIv).setAAD(associated(about))
  return { encPayload: Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]), encIv }
}

/**
 * Tries numbers and LIDs of both people, because the encryption does not say which it used. Undefined if none works.
 */
export function openSecret({ author, by, ...about }: About<Account>, sealed: SealedSecret): Buffer | undefined {
  for (const authorForm of [pnOf, lidOf]) {
    for (const byForm of [pnOf, lidOf]) {
      const opened = open({ ...about, author: authorForm(author), by: byForm(by) }, sealed)
      if (opened) return opened
    }
  }
  return undefined
}

function open(about: About<string>, { encPayload, encIv }: SealedSecret): Buffer | undefined {
  if (!encPayload || !encIv) return undefined
  const bytes = Buffer.from(encPayload)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(about), encIv).setAAD(associated(about))
  try {
    decipher.setAuthTag(bytes.subarray(-TAG_LENGTH))
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_LENGTH)), decipher.final()])
  } catch {
    return undefined
  }
}

const keyOf = ({ secret, id, author, by, use }: About<string>): Buffer =>
  derive(secret, 32, { info: `${id}${author}${by}${use}` })

const associated = ({ use, id, by }: About<string>): Buffer =>
  use === 'Poll Vote' ? Buffer.from(`${id}\0${by}`) : Buffer.alloc(0)
