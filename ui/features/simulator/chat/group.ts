/** Which bubbles belong together: same writer, within a minute. Pure. */
import type { MessageView } from '../../../../src/simulator/contract'

const TOGETHER_MS = 60_000

export function group(messages: readonly MessageView[]): { message: MessageView; first: boolean; last: boolean }[] {
  const joins = (a: MessageView | undefined, b: MessageView | undefined) =>
    a !== undefined &&
    b !== undefined &&
    a.author === b.author &&
    a.fromMe === b.fromMe &&
    Math.abs(Date.parse(b.at) - Date.parse(a.at)) < TOGETHER_MS
  return messages.map((message, at) => ({
    message,
    first: !joins(messages[at - 1], message),
    last: !joins(message, messages[at + 1]),
  }))
}
