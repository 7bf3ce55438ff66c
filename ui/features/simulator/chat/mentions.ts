/** Mentions: on the wire by number, on a phone by name. Pure. */
import { type Directory, whoIs } from '../directory'

export const named = (text: string, mentions: readonly string[], directory: Directory): string =>
  mentions.reduce((told, phone) => told.replaceAll(`@${phone}`, `@${whoIs(phone, directory)}`), text)

/** What was written as `@Name` for members of a group, made ready to be sent. */
export function numbered(text: string, members: readonly { phone: string; name: string }[]) {
  const found = members.filter(({ name }) => text.includes(`@${name}`))
  // The longer name first: "@Ana Lima" is not "@Ana".
  const sorted = found.toSorted((a, b) => b.name.length - a.name.length)
  return {
    text: sorted.reduce((told, { name, phone }) => told.replaceAll(`@${name}`, `@${phone}`), text),
    mentions: sorted.map(({ phone }) => phone),
  }
}
