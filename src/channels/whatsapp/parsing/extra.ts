/** Extras of a message: link preview, forwarded, view-once, disappearing, album. Pure. */
import type { proto } from '@whiskeysockets/baileys'
import { cut } from '../../../platform/text'
import type { LinkPreview, MessageExtra } from '../../contract'
import { forwardingMarks } from '../../forwarded'
import { webAddressOf } from '../../web-address'
import { thumbnailOf } from '../media/thumbnail'
import { referralIn } from './referral'
import type { UnwrappedMessage } from './unwrap'

const VIEW_ONCE = new Set(['viewOnceMessage', 'viewOnceMessageV2', 'viewOnceMessageV2Extension'])

type Envelope = UnwrappedMessage & { readonly outer: proto.IMessage; readonly context: proto.IContextInfo | null }

export function marksOf({ outer, inner, wrappers, context }: Envelope): MessageExtra {
  return {
    ...forwardedIn(context),
    ...(isViewOnce(inner, wrappers) && { viewOnce: true }),
    ...expiryIn(wrappers, context),
    ...albumOf(outer, inner),
    ...previewIn(inner.extendedTextMessage),
    ...referralIn(context),
  }
}

/** Null without extras. */
export const extraOrNull = (extra: MessageExtra): MessageExtra | null => (Object.keys(extra).length > 0 ? extra : null)

const forwardedIn = (context: proto.IContextInfo | null): MessageExtra =>
  context?.isForwarded ? forwardingMarks(Math.max(1, context.forwardingScore ?? 1)) : {}

function isViewOnce(inner: proto.IMessage, wrappers: readonly string[]): boolean {
  const file = inner.imageMessage ?? inner.videoMessage ?? inner.audioMessage
  return wrappers.some((name) => VIEW_ONCE.has(name)) || Boolean(file?.viewOnce)
}

function expiryIn(wrappers: readonly string[], context: proto.IContextInfo | null): MessageExtra {
  if (context?.expiration) return { expiresIn: context.expiration }
  return wrappers.includes('ephemeralMessage') ? { expiresIn: 0 } : {}
}

function albumOf(outer: proto.IMessage, inner: proto.IMessage): MessageExtra {
  const { messageAssociation } = outer.messageContextInfo ?? inner.messageContextInfo ?? {}
  const album = messageAssociation?.parentMessageKey?.id
  return album ? { album: cut(album, 200) } : {}
}

/** The link preview from the sender's phone: shown as it is, never fetched by us. Its link is that of the text. */
function previewIn(text: proto.Message.IExtendedTextMessage | null | undefined): MessageExtra {
  const url = text?.text?.includes(text.matchedText ?? '') ? webAddressOf(text.matchedText) : null
  const preview: LinkPreview = {
    url: url ?? '',
    title: cut(text?.title ?? '', 300),
    description: cut(text?.description ?? '', 1000),
    thumbnail: thumbnailOf(text?.jpegThumbnail),
  }
  return url && (preview.title || preview.description || preview.thumbnail) ? { preview } : {}
}
