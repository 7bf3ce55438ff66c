/**
 * Texts that mention people. A stored body keeps the digits after the @ (of a phone number or a LID) as WhatsApp writes
 * them, because messages arrive, leave and are edited in that form. All code that shows such a text uses this module.
 *
 * The names are looked up when a message is stored, and kept beside it (`extra.mentions`) and beside whatever quotes
 * it. So pages and lists look up no names, and old messages keep the names of their time. Texts that are only shown (a
 * ticket's last message) or reused (a copy for another chat) are stored with names in place of tokens.
 */
import type { Mention } from '../contract'

/** Finds the person behind the digits after an @. Matches whole numbers only. */
export const TOKENS = /@(\d+)/g
/** How phones write a mention of everybody. */
const TOKENS_AND_ALL = /@(?:(\d+)|(?:todos|todas|all|everyone|herkes)(?![\p{L}\p{N}]))/giu

export type TextPart = { readonly text: string; readonly mention: Mention | 'everybody' | null }

/** Splits a text into plain pieces and tokens with their people. */
export function spokenParts(text: string, mentions: readonly Mention[], everybody: boolean): readonly TextPart[] {
  const people = new Map(mentions.map((mention) => [mention.token, mention]))
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: written, 1: token, index } of text.matchAll(everybody ? TOKENS_AND_ALL : TOKENS)) {
    const mention = token === undefined ? 'everybody' : people.get(token)
    if (!mention) continue
    if (index > from) parts.push({ text: text.slice(from, index), mention: null })
    parts.push({ text: written, mention })
    from = index + written.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), mention: null })
  return parts
}

/** The text with names in place of tokens. */
export function spoken(text: string, mentions: readonly Mention[] = []): string {
  if (mentions.length === 0) return text
  const people = new Map(mentions.map(({ token, name }) => [token, name]))
  return text.replace(TOKENS, (written, token: string) => {
    const name = people.get(token)
    return name === undefined ? written : `@${name}`
  })
}
