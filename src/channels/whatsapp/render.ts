/** From our message to what Baileys sends. Everything it would otherwise compute with tools we do not have is given. */
import type { AnyMessageContent, MiscMessageGenerationOptions } from '@whiskeysockets/baileys'
import type { Outgoing } from '../channel'
import { jidOf } from './address'
import { type Picture, pictureOf } from './picture'

export type Rendered = {
  readonly jid: string
  readonly content: AnyMessageContent
  readonly options: MiscMessageGenerationOptions
}

export async function render(outgoing: Outgoing): Promise<Rendered> {
  const picture = outgoing.kind === 'image' && outgoing.media ? await pictureOf(outgoing.media.path) : null
  return renderWith(outgoing, picture)
}

/** Pure part of `render`. */
export function renderWith(outgoing: Outgoing, picture: Picture | null): Rendered {
  const jid = jidOf(outgoing.to)
  const quoted = outgoing.quoted ? { quoted: quotedOf(outgoing.quoted, jid) } : {}
  return { jid, content: contentOf(outgoing, picture), options: { messageId: outgoing.externalId, ...quoted } }
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
