/** Words that every messenger shares, for server and browser. */
import * as v from 'valibot'

export const ChannelKind = v.picklist(['whatsapp', 'facebook', 'instagram'])
export type ChannelKind = v.InferOutput<typeof ChannelKind>

/** `chat` is text; `note` is internal and never leaves; `unsupported` is shown as a readable line, never dropped. */
export const MessageKind = v.picklist([
  'chat',
  'image',
  'video',
  'audio',
  'ptt',
  'document',
  'sticker',
  'location',
  'vcard',
  'note',
  'unsupported',
])
export type MessageKind = v.InferOutput<typeof MessageKind>

/** 0 failed · 1 waiting · 2 sent · 3 delivered · 4 read · 5 played · 99 edit under way. Never goes down. */
export const Ack = v.number()
