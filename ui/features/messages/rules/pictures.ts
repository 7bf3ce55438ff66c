/** The pictures of a conversation, for the lightbox. */
import type { Message } from '../../../../src/tickets/messages/contract'

export type Slide = { readonly src: string; readonly alt: string; readonly name: string | null }

/** `messages` newest first; the pictures in the order in which they came. */
export const picturesOf = (messages: readonly Message[]): readonly Slide[] =>
  messages
    .filter(({ mediaType, media, isDeleted }) => mediaType === 'image' && media?.state === 'ready' && !isDeleted)
    .flatMap(({ mediaUrl, media, body }) =>
      mediaUrl === null ? [] : { src: mediaUrl, alt: body, name: media?.name ?? null },
    )
    .reverse()
