/** Files that an attendant attaches: streamed to disk, inspected, and converted to what the messenger accepts. */
import type { Outgoing } from '../../channels/channel'
import type { MessageExtra } from '../../channels/contract'
import { fail } from '../../errors'
import { typeOf } from '../../platform/file-type'
import { adoptFile, mediaPath } from '../../platform/files'
import { type NamedFile, readMultipart, type SideFile } from '../../platform/multipart'
import type { ReceivedFile, UploadTarget } from '../../platform/uploads'
import { DOCUMENT_LIMIT, MEDIA_LIMIT, STICKER_LIMIT } from '../messages/contract'
import type { StoredMedia } from '../messages/tables'
import { measure } from './measure'
import { readWaveform, toVoiceNote } from './voice'

const MOST_FILES = 10

export type Upload = {
  readonly fields: Readonly<Record<string, string>>
  readonly files: readonly UploadedFile[]
  /**
   * Gives the files their final names, under which they stay for at least a day: call it only once they are certain to
   * be sent.
   */
  keep(): Promise<void>
}
export type UploadedFile = {
  readonly kind: Outgoing['kind']
  readonly media: StoredMedia
  readonly extra: MessageExtra | null
}

/**
 * Reads a multipart body: fields as text; each file is inspected and measured in a temporary file, without buffering it
 * in memory. Files that `use` does not keep are deleted.
 */
export async function withUpload<T>(
  request: Request,
  place: UploadTarget,
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  const { folder } = place
  if (!request.body) fail('ERR_MESSAGE_EMPTY')
  const { fields, parts, release } = await readMultipart(request, place, { files: MOST_FILES, bytes: DOCUMENT_LIMIT })
  const converted = new Set<string>()
  try {
    const files: (UploadedFile & SideFile)[] = []
    for (const part of parts) {
      const file = await accept(part, place, fields)
      converted.add(file.path)
      files.push(file)
    }
    return await use({
      fields,
      files,
      async keep() {
        for (const { path, sha256 } of files) await adoptFile(folder, path, sha256)
      },
    })
  } finally {
    await release(converted)
  }
}

/**
 * `ptt: true` makes a recording a voice note, with `waveform` from the recorder. `asSticker: true` makes a WebP picture
 * a sticker; `playback` says how a video plays.
 */
async function accept(
  part: NamedFile,
  { folder, parse }: UploadTarget,
  { ptt, waveform, asSticker, playback }: Record<string, string | undefined>,
): Promise<UploadedFile & SideFile> {
  const mimetype = await typeOf(parse, part.path, part.name)
  const isRecording = ptt === 'true' && part.size <= MEDIA_LIMIT && /^audio\/|^video\/webm/.test(mimetype)
  const voice = isRecording ? await toVoiceNote(part, { folder, parse }) : undefined
  const { path, sha256, size } = voice ?? part
  const isSticker = asSticker === 'true' && mimetype === 'image/webp' && size <= STICKER_LIMIT
  const kind = voice ? 'ptt' : isSticker ? 'sticker' : kindOf(mimetype, size)
  const facts = await measure(parse, path, kind)
  return {
    path,
    sha256,
    size,
    kind,
    extra: kind === 'video' && (playback === 'gif' || playback === 'note') ? { playback } : null,
    media: {
      name: part.name,
      mimetype: voice ? 'audio/ogg; codecs=opus' : mimetype,
      size,
      ...facts,
      ...(voice && { seconds: voice.seconds, waveform: readWaveform(waveform) }),
      state: 'ready',
      file: sha256,
      ticket: null,
    },
  }
}

/** A stored file in the form that a message carries. */
export async function messageFileOf(
  { folder, parse }: UploadTarget,
  { file, name, mimetype, size }: ReceivedFile,
): Promise<Pick<UploadedFile, 'kind' | 'media'>> {
  const kind = kindOf(mimetype, size)
  const facts = await measure(parse, mediaPath(folder, file), kind)
  return { kind, media: { name, mimetype, size, ...facts, state: 'ready', file, ticket: null } }
}

/** Files that the messenger would not display, or only up to a smaller size, are sent as documents. */
export function kindOf(mimetype: string, size: number): Outgoing['kind'] {
  if (size > MEDIA_LIMIT) return 'document'
  if (['image/jpeg', 'image/png'].includes(mimetype)) return 'image'
  if (mimetype === 'video/mp4') return 'video'
  if (['audio/mpeg', 'audio/ogg', 'audio/mp4', 'audio/aac', 'audio/x-m4a'].includes(mimetype)) return 'audio'
  return 'document'
}
