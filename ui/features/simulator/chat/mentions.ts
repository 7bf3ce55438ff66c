/** Mentions: on the wire by number or by the LID that hides it, on a phone by name. Pure. */
import type { Mention } from '../../../../src/channels/contract'
import { spoken } from '../../../../src/channels/mentions/contract'
import type { Directory } from '../directory'

type MentionText = { readonly text: string; readonly mentions?: readonly string[] | undefined }

/** The text of a message, or of its quote. */
export function named({ text, mentions = [] }: MentionText, directory: Directory): string {
  return mentions.length === 0
    ? text
    : spoken(text, directory.filter(({ phone }) => mentions.includes(phone)).flatMap(tokensOf))
}

const tokensOf = ({ phone, lid, name }: Directory[number]): Mention[] => [
  { token: phone, name },
  { token: lid, name },
]

/** Replaces `@Name` of group members by the form that is sent. */
export function numbered(text: string, members: readonly { phone: string; name: string }[]) {
  const found = members.filter(({ name }) => text.includes(`@${name}`))
  // The longer name first: "@Ana Lima" is not "@Ana".
  const sorted = found.toSorted((a, b) => b.name.length - a.name.length)
  return {
    text: sorted.reduce((result, { name, phone }) => result.replaceAll(`@${name}`, `@${phone}`), text),
    mentions: sorted.map(({ phone }) => phone),
  }
}
