/** From our message to what Baileys sends. Everything it would otherwise compute with tools we do not have is given. */
import type { AnyMessageContent, MiscMessageGenerationOptions, WAMessageKey } from '@whiskeysockets/baileys'
import type { Outgoing, OutgoingAct } from '../channel'
import { jidOf } from './address'
import { type Picture, pictureOf } from './picture'

export type Rendered = {
  readonly jid: string
  readonly content: AnyMessageContent
  readonly options: MiscMessageGenerationOptions
}

export async function render(outgoing: Outgoing | OutgoingAct): Promise<Rendered> {
  if ('do' in outgoing) return renderAct(outgoing)
  const picture = outgoing.kind === 'image' && outgoing.media ? await pictureOf(outgoing.media.path) : null
  return renderWith(outgoing, picture)
}

/** Pure part of `render`. */
export function renderWith(outgoing: Outgoing, picture: Picture | null): Rendered {
  const jid = jidOf(outgoing.to)
  const quoted = outgoing.quoted ? { quoted: quotedOf(outgoing.quoted, jid) } : {}
  return { jid, content: contentOf(outgoing, picture), options: { messageId: outgoing.externalId, ...quoted } }
}

/** Edits, deletions and reactions name the message they are about. */
export function renderAct(act: OutgoingAct): Rendered {
  const jid = jidOf(act.to)
  const { externalId: id, fromMe, author } = act.target
  const key = { remoteJid: jid, id, fromMe, ...(author ? { participant: jidOf(author) } : {}) }
  return { jid, content: deedOf(act, key), options: { messageId: act.externalId } }
}

function deedOf(act: OutgoingAct, key: WAMessageKey): AnyMessageContent {
  switch (act.do) {
    case 'edit':
      return { text: act.body, linkPreview: null, edit: key }
    case 'revoke':
      return { delete: key }
    case 'react':
      return { react: { key, text: act.emoji ?? '', senderTimestampMs: act.at } }
  }
}

function contentOf({ kind, body, media }: Outgoing, picture: Picture | null): AnyMessageContent {
  // `linkPreview: null`: no address a stranger typed is ever visited from here.
  if (kind === 'chat' || !media) return { text: body, linkPreview: null }
  const file = { url: media.path }
  const caption = body ? { caption: body } : {}
  const { mimetype } = media
  switch (kind) {
    case 'image':
      return { image: file, mimetype, ...caption, ...given(picture ?? {}) }
    case 'video':
      return { video: file, mimetype, ...caption, ...given({ seconds: media.seconds ?? 0 }) }
    case 'document':
      return { document: file, mimetype, fileName: media.name ?? 'file', ...caption }
    case 'audio':
      return { audio: file, mimetype, ptt: false, seconds: media.seconds ?? 0 }
    case 'ptt':
      return {
        audio: file,
        mimetype: mimetype === 'audio/ogg' ? 'audio/ogg; codecs=opus' : mimetype,
        ptt: true,
        seconds: media.seconds ?? 0,
        ...given({ waveform: media.waveform ? Uint8Array.from(media.waveform) : null }),
      }
  }
}

/** Null keeps Baileys from computing it (it would ask sharp or ffmpeg), and leaves the field out of the message. */
function given(known: object): object {
  return { jpegThumbnail: null, ...known }
}

function quotedOf({ externalId, body, fromMe, author }: NonNullable<Outgoing['quoted']>, jid: string) {
  const participant = author ? { participant: jidOf(author) } : {}
  return { key: { remoteJid: jid, id: externalId, fromMe, ...participant }, message: { conversation: body } }
}
