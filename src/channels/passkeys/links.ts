/**
 * Links that hand a passkey's request on to whoever holds the passkey: one for a connection, valid for ten minutes, opened
 * once. In memory only, as the request is; of token and key only the hashes.
 */
import { randomBytes } from 'node:crypto'
import { newToken, tokenHash } from '../../platform/secret'
import { MINUTE } from '../../platform/time'
import { type ConnectionRef, keyOf } from '../channel'

export const LINK_LIFE = 10 * MINUTE
/** What its page still tells when everything is over. */
const AFTERWARDS = 10 * MINUTE

export type SharedLink = {
  readonly ref: ConnectionRef
  /** Of the demand that it was made for: it serves no other. */
  readonly requireId: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly openedAt: number | null
  readonly openedBy: string | null
}
type Kept = SharedLink & { readonly tokenHash: string; readonly keyHash: string | null }

export function createLinks(now: () => number) {
  const links = new Map<string, Kept>()
  const tidy = () => {
    for (const [key, { expiresAt }] of links) if (now() >= expiresAt + AFTERWARDS) links.delete(key)
  }

  return {
    of: (ref: ConnectionRef): SharedLink | undefined => links.get(keyOf(ref)),

    /** Takes the place of an earlier one. Returns the token. */
    create(ref: ConnectionRef, requireId: string, until: number): { token: string; expiresAt: number } {
      tidy()
      const token = readable(randomBytes(12))
      const expiresAt = Math.min(now() + LINK_LIFE, until)
      const link = { ref, requireId, createdAt: now(), expiresAt, openedAt: null, openedBy: null }
      links.set(keyOf(ref), { ...link, tokenHash: tokenHash(token), keyHash: null })
      return { token, expiresAt }
    },

    /** Exchanges the token for a key, once; undefined: it opens nothing. */
    open(token: string, openedBy: string | null): { link: SharedLink; key: string } | undefined {
      tidy()
      const hash = tokenHash(token.toUpperCase())
      const link = links.values().find((one) => one.tokenHash === hash)
      if (!link || link.openedAt !== null || now() >= link.expiresAt) return undefined
      const key = newToken()
      const opened = { ...link, openedAt: now(), openedBy, keyHash: tokenHash(key) }
      links.set(keyOf(link.ref), opened)
      return { link: opened, key }
    },

    byKey(key: string): SharedLink | undefined {
      tidy()
      const hash = tokenHash(key)
      return links.values().find(({ keyHash }) => keyHash === hash)
    },
  }
}

/** Without letters that look alike. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const readable = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => LETTERS[byte % 32])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')
