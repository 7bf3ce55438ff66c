/** The content of a message: kind, text, file and extras. */
import type { proto } from '@whiskeysockets/baileys'
import { cut } from '../../../platform/text'
import type { IncomingMedia } from '../../channel'
import type { MessageExtra, MessageKind } from '../../contract'
import type { OpenedMessage } from '../receiving/open-row'
import { extraOrNull, marksOf } from './extra'
import { read } from './readers'
import { contentFieldOf, contextOf, unwrap } from './unwrap'

export type Content = {
  readonly kind: MessageKind
  readonly body: string
  readonly media: IncomingMedia | null
  readonly extra: MessageExtra | null
  readonly secret: string | null
  readonly context: proto.IContextInfo | null
}

/** WhatsApp's own limit, which other programs may ignore. */
const LONGEST = 65_536
const SECRET_BYTES = 64

/** The phone does not share view-once media: it sends only the envelope. */
const KEPT_ON_PHONE: Content = {
  kind: 'viewOnce',
  body: '',
  media: null,
  extra: { viewOnce: true },
  secret: null,
  context: null,
}

/** A message kind that is newer than this program. */
const UNKNOWN_KIND: Content = { ...KEPT_ON_PHONE, kind: 'unsupported', extra: null }

/** Null when it does not belong in a conversation. */
export function contentOf({ message, key, isNew }: OpenedMessage): Content | null {
  if (!message) return key.isViewOnce ? KEPT_ON_PHONE : null
  if (isNew) return UNKNOWN_KIND
  const { inner, wrappers } = unwrap(message)
  const name = contentFieldOf(inner)
  const said = name ? read(inner, name) : null
  if (!name || !said) return null
  const context = contextOf(inner, name)
  return {
    kind: said.kind,
    body: cut(said.body, LONGEST),
    media: said.media,
    extra: extraOrNull({ ...said.extra, ...marksOf({ outer: message, inner, wrappers, context }) }),
    secret: secretOf(message, inner),
    context,
  }
}

function secretOf(outer: proto.IMessage, inner: proto.IMessage): string | null {
  const secret = outer.messageContextInfo?.messageSecret ?? inner.messageContextInfo?.messageSecret
  return secret?.length && secret.length <= SECRET_BYTES ? Buffer.from(secret).toString('base64') : null
}
