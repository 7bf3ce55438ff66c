/** Sends a file from a simulated phone, with its dimensions as a real phone would. */
import type { MediaKind } from '../../../../src/simulator/contract'
import { command, uploadMedia } from '../api'
import type { VoiceNote } from '../voice/note'

export type Letter = {
  readonly from: string
  readonly to: string
  readonly quotedId?: string
  readonly caption?: string
  readonly viewOnce?: boolean
}

export async function sendFile(letter: Letter, kind: MediaKind, file: File): Promise<void> {
  const [mediaId, measures] = await Promise.all([uploadMedia(file), measure(kind, file)])
  const name = kind === 'document' ? { name: file.name } : {}
  const mimetype = file.type || 'application/octet-stream'
  await command({ do: 'sendMedia', ...letter, kind, mediaId, mimetype, ...name, ...measures })
}

export async function sendVoice(letter: Letter, { file, mimetype, seconds }: VoiceNote): Promise<void> {
  const mediaId = await uploadMedia(file)
  await command({ do: 'sendMedia', ...letter, kind: 'audio', mediaId, mimetype, seconds, ptt: true })
}

/** The kind of message a file becomes, by its type. */
export function kindOfFile({ type }: File): MediaKind {
  const [family] = type.split('/')
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document'
}

type Measures = { width?: number; height?: number; seconds?: number }

async function measure(kind: MediaKind, file: File): Promise<Measures> {
  switch (kind) {
    case 'image':
    case 'sticker': {
      const picture = await createImageBitmap(file).catch(() => null)
      return picture ? { width: picture.width, height: picture.height } : {}
    }
    case 'audio':
    case 'video':
      return played(document.createElement(kind), file)
    case 'document':
      return {}
  }
}

function played(player: HTMLAudioElement | HTMLVideoElement, file: File): Promise<Measures> {
  const url = URL.createObjectURL(file)
  return new Promise<Measures>((resolve) => {
    player.onloadedmetadata = () => {
      const seconds = Number.isFinite(player.duration) ? { seconds: Math.max(1, Math.round(player.duration)) } : {}
      const size = player instanceof HTMLVideoElement ? { width: player.videoWidth, height: player.videoHeight } : {}
      resolve({ ...seconds, ...size })
    }
    player.onerror = () => resolve({})
    player.src = url
  }).finally(() => URL.revokeObjectURL(url))
}
