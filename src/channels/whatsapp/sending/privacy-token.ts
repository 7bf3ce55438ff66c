/**
 * The token without which WhatsApp refuses a message to somebody who does not know us (463). Baileys adds a contact's
 * trust token (`tctoken`) where there is a valid one; everybody else gets a `cstoken`: the contact's LID, authenticated
 * with a salt that WhatsApp gave to the account.
 */
import { createHmac } from 'node:crypto'
import type { BinaryNode, SignalDataTypeMap } from '@whiskeysockets/baileys'
import type { Socket } from '../baileys/baileys'
import type { NctSalts } from '../session/nct-salt'

/** A trust token is valid in the week it was issued and in the three that follow. */
const WEEK_SECONDS = 604_800
const WEEKS = 4

/** `now`: epoch milliseconds. */
export function isTokenValid(entry: SignalDataTypeMap['tctoken'] | undefined, now: number): boolean {
  const issued = Number(entry?.timestamp)
  if (!entry?.token.length || !Number.isFinite(issued)) return false
  const first = Math.floor(now / 1000 / WEEK_SECONDS) - (WEEKS - 1)
  return issued >= first * WEEK_SECONDS
}

/** `lid`: the contact's, such as `1234@lid`. */
export const csTokenOf = (salt: Uint8Array, lid: string): Buffer => createHmac('sha256', salt).update(lid).digest()

/** An open socket, and the account's salt. */
export type Through = { readonly sock: Socket; readonly salts: NctSalts }

/** What to add to a message to this LID. */
export async function tokenNodes({ sock, salts }: Through, lid: string): Promise<BinaryNode[]> {
  const { [lid]: entry } = await sock.authState.keys.get('tctoken', [lid])
  if (isTokenValid(entry, Date.now())) return []
  const salt = await salts.current()
  return salt ? [{ tag: 'cstoken', attrs: {}, content: csTokenOf(salt, lid) }] : []
}
