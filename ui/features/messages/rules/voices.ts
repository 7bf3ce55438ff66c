/** Voice notes that follow one another are heard like one. */
import type { Message } from '../../../../src/tickets/messages/contract'
import { bubbleKey } from './conversation'

export type Track = { readonly key: string; readonly url: string }

/** What to play once the note with this key has ended: the very next message, if it is a note of the same person. */
export function voiceAfter(newestFirst: readonly Message[], key: string): Track | undefined {
  const at = newestFirst.findIndex((message) => bubbleKey(message) === key)
  const [heard, next] = [newestFirst[at], newestFirst[at - 1]]
  if (!heard || !next || !isVoice(heard) || !isVoice(next) || !isOfSame(heard, next)) return undefined
  return next.mediaUrl === null ? undefined : { key: bubbleKey(next), url: next.mediaUrl }
}

const isVoice = ({ mediaType, media, isDeleted }: Message): boolean =>
  mediaType === 'ptt' && media?.state === 'ready' && !isDeleted

const isOfSame = (a: Message, b: Message): boolean =>
  a.fromMe === b.fromMe && a.user?.id === b.user?.id && a.contact?.name === b.contact?.name
