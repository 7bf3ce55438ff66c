/**
 * Votes, and some edits and reactions, are encrypted ("sealed") with a secret that came with the message they refer to.
 * This module opens a seal; the caller finds the message. Pure.
 */
import { createDecipheriv, hkdfSync } from 'node:crypto'
import type { proto } from '@whiskeysockets/baileys'
import type { MessageAction } from '../../channel'
import { base64 } from '../base64'
import { editedTextIn, fieldsOf, textAt } from './protobuf'

type Purpose = 'Poll Vote' | 'Enc Reaction' | 'Message Edit'
type Seal = {
  readonly purpose: Purpose
  /** Base64. */
  readonly payload: string
  readonly iv: string
  /** A seal does not say which of a person's two addresses was used, so both are tried. */
  readonly authors: readonly string[]
  readonly actors: readonly string[]
}
type SealedAction = Extract<MessageAction, { do: 'sealed' }>
type OpenedAction = Exclude<MessageAction, SealedAction | { do: 'expire' | 'revoke' }>

type Envelope = {
  readonly target: string
  readonly at: number
  readonly purpose: Purpose
  readonly targetKey: proto.IMessageKey
  readonly payload: Uint8Array
  readonly iv: Uint8Array
}

const MESSAGE_EDIT = 2
const TAG_BYTES = 16
/** In bytes. Fits an edit of the longest text, and bounds the disk space of seals that wait for their message. */
const [LONGEST, LONGEST_IV] = [512 * 1024, 64]

/** Null: not sealed, or of an unknown kind. */
export function envelopeIn(message: proto.IMessage): Envelope | null {
  const { pollUpdateMessage: vote, encReactionMessage: reaction, secretEncryptedMessage: secret } = message
  if (vote) return envelope('Poll Vote', vote.pollCreationMessageKey, vote.vote, Number(vote.senderTimestampMs ?? 0))
  if (reaction) return envelope('Enc Reaction', reaction.targetMessageKey, reaction, 0)
  if (secret?.secretEncType === MESSAGE_EDIT) return envelope('Message Edit', secret.targetMessageKey, secret, 0)
  return null
}

type EncryptedPayload = { encPayload?: Uint8Array | null; encIv?: Uint8Array | null }

function envelope(
  purpose: Purpose,
  targetKey: proto.IMessageKey | null | undefined,
  encrypted: EncryptedPayload | null | undefined,
  at: number,
): Envelope | null {
  if (!targetKey?.id || !encrypted?.encPayload?.length || !encrypted.encIv?.length) return null
  if (encrypted.encPayload.length > LONGEST || encrypted.encIv.length > LONGEST_IV) return null
  return { purpose, target: targetKey.id, targetKey, at, payload: encrypted.encPayload, iv: encrypted.encIv }
}

/** `authors`, `actors`: all addresses of the target's author, and of the person who sealed. */
export function seal({ purpose, payload, iv }: Envelope, who: Pick<Seal, 'authors' | 'actors'>): string {
  const kept: Seal = { purpose, payload: base64(payload), iv: base64(iv), ...who }
  return JSON.stringify(kept)
}

/** Null: wrong secret, or unknown content. */
export function unseal(action: SealedAction, secret: string | null): OpenedAction | null {
  const kept = JSON.parse(action.sealed) as Seal // written by seal
  const clear = secret === null ? null : open(kept, action.target, Buffer.from(secret, 'base64'))
  try {
    return clear && meant(kept.purpose, clear, action)
  } catch (error) {
    if (error instanceof RangeError) return null // decrypted, but the content is invalid
    throw error
  }
}

function meant(purpose: Purpose, clear: Buffer, { sealed: _, ...action }: SealedAction): OpenedAction | null {
  switch (purpose) {
    case 'Poll Vote':
      return { ...action, do: 'vote', options: fieldsOf(clear, 1).map((hash) => hash.toString('hex')) }
    case 'Enc Reaction':
      return { ...action, do: 'react', emoji: textAt(clear, [2]) || null }
    case 'Message Edit': {
      const body = editedTextIn(clear)
      return body === null ? null : { ...action, do: 'edit', body }
    }
  }
}

function open({ purpose, payload, iv, authors, actors }: Seal, target: string, secret: Buffer): Buffer | null {
  for (const author of authors) {
    for (const actor of actors) {
      const key = Buffer.from(hkdfSync('sha256', secret, '', `${target}${author}${actor}${purpose}`, 32))
      const about = purpose === 'Poll Vote' ? `${target}\0${actor}` : ''
      const clear = decrypt(Buffer.from(payload, 'base64'), { key, iv: Buffer.from(iv, 'base64'), about })
      if (clear) return clear
    }
  }
  return null
}

type Lock = { readonly key: Buffer; readonly iv: Buffer; readonly about: string }

function decrypt(payload: Buffer, { key, iv, about }: Lock): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv)
    decipher.setAAD(Buffer.from(about))
    decipher.setAuthTag(payload.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(payload.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    return null // sealed with other addresses, or another secret
  }
}
