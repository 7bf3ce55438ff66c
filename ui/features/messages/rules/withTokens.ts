import type { Mention } from '../../../../src/channels/contract'
import { spokenParts, type TextPart } from '../../../../src/channels/mentions/contract'
import { mentionPattern } from './completion'

/**
 * For editing a message: turns displayed names back into tokens. People with the same name are matched in the order of
 * their mentions.
 */
export function withTokens(text: string, said: string, mentions: readonly Mention[]): string {
  const named = spokenParts(said, mentions, false).flatMap(({ mention }) => (isPerson(mention) ? mention : []))
  if (named.length === 0) return text
  return text.replace(mentionPattern(named.map(({ name }) => name)), (written, name: string) => {
    const at = named.findIndex((one) => one.name === name)
    const isLast = named.findLastIndex((one) => one.name === name) === at
    const token = named[at]?.token
    if (!isLast) named.splice(at, 1)
    return token === undefined ? written : `@${token}`
  })
}

const isPerson = (mention: TextPart['mention']): mention is Mention => mention !== null && mention !== 'everybody'
