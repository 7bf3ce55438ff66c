/**
 * Texts that mention people. A body keeps the digits that WhatsApp writes after the @, of a phone number or a LID, because
 * that is how it arrives, leaves and is edited. Everything that shows such a text goes through this module.
 *
 * The names are looked up when a message is stored, and kept beside it (`extra.mentions`) and beside whatever quotes it. So
 * no page and no list looks up a name, and old messages keep the names they had. Texts that are only shown (the last line of
 * a ticket) or start over (a copy for somebody else) are stored with the names filled in.
 */
import type { Mention } from '../contract'

/** Who is meant by digits behind an @; the whole number, never the beginning of another. */
export const TOKENS = /@(\d+)/g
/** How phones write that all are meant. */
const TOKENS_AND_ALL = /@(?:(\d+)|(?:todos|todas|all|everyone|herkes)(?![\p{L}\p{N}]))/giu

export type Spoken = { readonly text: string; readonly mention: Mention | 'everybody' | null }

/** A text in pieces, tokens with the people they mean. */
export function spokenParts(text: string, mentions: readonly Mention[], everybody: boolean): readonly Spoken[] {
  const people = new Map(mentions.map((mention) => [mention.token, mention]))
  const parts: Spoken[] = []
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

/** The same in one piece: names in place of tokens. */
export function spoken(text: string, mentions: readonly Mention[] = []): string {
  if (mentions.length === 0) return text
  const people = new Map(mentions.map(({ token, name }) => [token, name]))
  return text.replace(TOKENS, (written, token: string) => {
    const name = people.get(token)
    return name === undefined ? written : `@${name}`
  })
}
