/**
 * Links that pass a passkey request to the person who has the passkey: one per connection, valid for ten minutes,
 * opened once. In memory only, like the request, and only with hashes of token and key.
 */
import { randomBytes } from 'node:crypto'
import { newToken, tokenHash } from '../../platform/secret'
import { MINUTE } from '../../platform/time'
import { type ConnectionRef, keyOf } from '../channel'

export const LINK_LIFE = 10 * MINUTE
/** How long its page still shows the final state. */
const AFTERWARDS = 10 * MINUTE

export type SharedLink = {
  readonly ref: ConnectionRef
  /** Id of the demand that it was created for. */
  readonly demandId: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly openedAt: number | null
  readonly openedBy: string | null
}
type StoredLink = SharedLink & { readonly tokenHash: string; readonly keyHash: string | null }

export function createLinks(now: () => number) {
  const links = new Map<string, StoredLink>()
  const tidy = () => {
    for (const [key, { expiresAt }] of links) if (now() >= expiresAt + AFTERWARDS) links.delete(key)
  }

  return {
    of: (ref: ConnectionRef): SharedLink | undefined => links.get(keyOf(ref)),

    /** Replaces an earlier link. Returns the token, which names the company, so that each node of a fleet finds it. */
    create(
      ref: ConnectionRef,
      { companyId, demandId, until }: { readonly companyId: number; readonly demandId: string; readonly until: number },
    ): { token: string; expiresAt: number } {
      tidy()
      const token = `${companyId}-${readable(randomBytes(12))}`
      const expiresAt = Math.min(now() + LINK_LIFE, until)
      const link = { ref, demandId, createdAt: now(), expiresAt, openedAt: null, openedBy: null }
      links.set(keyOf(ref), { ...link, tokenHash: tokenHash(token), keyHash: null })
      return { token, expiresAt }
    },

    /** Exchanges the token for a key, once. Undefined: the token is invalid. */
    open(token: string, openedBy: string | null): { link: SharedLink; key: string } | undefined {
      tidy()
      const hash = tokenHash(token.toUpperCase())
      const link = links.values().find((one) => one.tokenHash === hash)
      if (!link || link.openedAt !== null || now() >= link.expiresAt) return undefined
      const key = `${companyIn(token)}-${newToken()}`
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

/** The company's id in a token or key, whoever has written it. */
export function companyIn(written: string): number | undefined {
  const [, id] = /^(\d{1,15})-/.exec(written) ?? []
  return id === undefined ? undefined : Number(id)
}

/** Excludes letters that look alike. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const readable = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => LETTERS[byte % 32])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')
