/** Stores what a history tells about people: pairs of number and LID, trust tokens of chats, the salt for first contacts. */
import type { proto } from '@whiskeysockets/baileys'
import { addressOf } from '../address'
import type { Baileys } from '../baileys/baileys'
import { NCT_SALT, NCT_SALT_ID, type NctSalt } from '../session/nct-salt'
import type { Credentials } from '../storage/credentials'
import { decode, encode } from '../storage/encoding'

type Token = { readonly token: Buffer; readonly timestamp: string; readonly senderTimestamp?: number }

/** Key of Baileys' list of all tokens, which it uses to find expired ones. */
const INDEX = '__index'

export function createRelations(credentials: Credentials, baileys: Baileys) {
  let pairs = new Map<string, string | null>()
  let tokens = new Map<string, Token>()

  function write(): void {
    if (pairs.size + tokens.size === 0) return
    const values = new Map([['lid-mapping', pairs]])
    if (tokens.size > 0) values.set('tctoken', encodedTokens())
    credentials.commit({ values, journal: [] })
    pairs = new Map()
    tokens = new Map()
  }

  function encodedTokens(): Map<string, string | null> {
    const known = read<{ token: Uint8Array }>(INDEX)
    const names = new Set<string>(known ? JSON.parse(Buffer.from(known.token).toString()) : [])
    for (const name of tokens.keys()) names.add(name)
    const index = { token: Buffer.from(JSON.stringify([...names])) }
    return new Map([...tokens, [INDEX, index] as const].map(([id, value]) => [id, encode('tctoken', value, baileys)]))
  }

  function read<T>(id: string): T | null {
    const text = credentials.read('tctoken', id)
    return text === null ? null : (decode('tctoken', text, baileys) as T) // written by Baileys or above
  }

  return {
    /** Durable when it returns. */
    write,
    /** Durable when it returns. */
    learnSalt(salt: Uint8Array): void {
      const row: NctSalt = { salt: Buffer.from(salt) }
      const values = new Map([[NCT_SALT, new Map([[NCT_SALT_ID, encode(NCT_SALT, row, baileys)]])]])
      if (salt.length > 0) credentials.commit({ values, journal: [] })
    },
    learnPair(one: string | null | undefined, other: string | null | undefined): void {
      const [a, b] = [addressOf(one), addressOf(other)]
      const [phone, lid] = a?.kind === 'phone' ? [a, b] : [b, a]
      if (phone?.kind === 'phone' && lid?.kind === 'lid') {
        pairs.set(phone.value, encode('lid-mapping', lid.value, baileys))
        pairs.set(`${lid.value}_reverse`, encode('lid-mapping', phone.value, baileys))
      }
    },
    learnToken({ id, lidJid, tcToken, tcTokenTimestamp, tcTokenSenderTimestamp }: proto.IConversation): void {
      const timestamp = Number(tcTokenTimestamp ?? 0)
      const name = lidJid || id || ''
      if (!tcToken?.length || timestamp === 0 || !addressOf(name)) return
      if (Number(read<Token>(name)?.timestamp ?? 0) >= timestamp) return
      const sender = tcTokenSenderTimestamp ? { senderTimestamp: Number(tcTokenSenderTimestamp) } : {}
      tokens.set(name, { token: Buffer.from(tcToken), timestamp: String(timestamp), ...sender })
    },
  }
}
