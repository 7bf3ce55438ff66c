/** Messages with a file. */
import type { proto } from '@whiskeysockets/baileys'
import type { MediaKind } from '../contract'
import { meetFault } from '../faults/faults'
import { fileUrl } from '../media/server'
import type { File } from '../media/store'
import type { World } from '../world'

export type FileDraft = {
  kind: MediaKind
  file: File
  caption?: string | undefined
  seconds?: number | undefined
  width?: number | undefined
  height?: number | undefined
  ptt?: boolean | undefined
  ptv?: boolean | undefined
  viewOnce?: boolean | undefined
  contextInfo?: proto.IContextInfo | undefined
}

export async function fileContent(
  world: World,
  { kind, file, contextInfo, ...draft }: FileDraft,
): Promise<proto.IMessage> {
  const { blob, ...stored } = await world.media.store(kind, file)
  const announced = meetFault(world, 'wrongHash') ? { ...stored, fileSha256: world.random.bytes(32) } : stored
  // Without a direct path clients use the address as it is, which allows plain http.
  const about = {
    ...announced,
    url: fileUrl(world, blob),
    mediaKeyTimestamp: Math.floor(world.now() / 1000),
    contextInfo,
  }
  const { caption, seconds, width, height, ptt = false } = draft
  switch (kind) {
    case 'image':
      return once(draft, { imageMessage: clean({ ...about, caption, width, height }) })
    case 'video': {
      const video = clean({ ...about, caption, width, height, seconds })
      return draft.ptv ? { ptvMessage: video } : once(draft, { videoMessage: video })
    }
    case 'audio':
      return once(draft, { audioMessage: clean({ ...about, seconds, ptt, waveform: waveOf(draft, file) }) })
    case 'document':
      return { documentMessage: clean({ ...about, caption, fileName: file.name, title: file.name }) }
    case 'sticker':
      return { stickerMessage: clean({ ...about, width, height }) }
  }
}

const once = ({ viewOnce }: { viewOnce?: boolean | undefined }, message: proto.IMessage): proto.IMessage =>
  viewOnce ? { viewOnceMessageV2: { message } } : message

const WAVE_LEVELS = 64

/** A fake waveform, derived from the file without decoding it. */
function waveOf({ ptt }: { ptt?: boolean | undefined }, { bytes }: File): Uint8Array | undefined {
  if (!ptt) return undefined
  const step = Math.max(1, Math.floor(bytes.length / WAVE_LEVELS))
  return Uint8Array.from({ length: WAVE_LEVELS }, (_, index) => 10 + ((bytes[index * step] ?? 0) % 90))
}

/** The encoder fails on keys that are present but undefined. */
function clean<Fields extends object>(fields: Fields): { [Key in keyof Fields]: Exclude<Fields[Key], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Key in keyof Fields]: Exclude<Fields[Key], undefined> }
}
