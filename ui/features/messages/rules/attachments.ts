/** Which files may be attached to a message. */
import { DOCUMENT_LIMIT, MEDIA_LIMIT, STICKER_LIMIT } from '../../../../src/tickets/messages/contract'

export type FileLike = { readonly name: string; readonly size: number; readonly type: string }
export type Refusal = { reason: 'twice' | 'large' | 'empty'; file: string }

export type FileKind = 'image' | 'video' | 'audio' | 'document'

/** Types sent as picture, video or audio; any other type, and any file too large for that, is sent as a document. */
const shown: Record<Exclude<FileKind, 'document'>, readonly string[]> = {
  image: ['image/jpeg', 'image/png'],
  video: ['video/mp4'],
  audio: ['audio/mpeg', 'audio/ogg', 'audio/mp4', 'audio/aac', 'audio/x-m4a'],
}

export function fileKind({ type, size }: Pick<FileLike, 'type' | 'size'>): FileKind {
  if (size > MEDIA_LIMIT) return 'document'
  const kinds = ['image', 'video', 'audio'] as const
  return kinds.find((kind) => shown[kind].includes(type.split(';')[0] ?? '')) ?? 'document'
}

/** The only format that phones accept as a sticker. */
export const isSticker = ({ type, size }: Pick<FileLike, 'type' | 'size'>): boolean =>
  type === 'image/webp' && size > 0 && size <= STICKER_LIMIT

/** Separates the chosen files into accepted and refused ones, with the reason. */
export function addFiles<F extends FileLike>(
  chosen: readonly F[],
  added: readonly F[],
): { files: F[]; refused: Refusal[] } {
  const files = [...chosen]
  const refused: Refusal[] = []
  for (const file of added) {
    const refuse = (reason: Refusal['reason']) => refused.push({ reason, file: file.name })
    if (files.some(({ name }) => name === file.name)) refuse('twice')
    else if (file.size === 0) refuse('empty')
    else if (file.size > DOCUMENT_LIMIT) refuse('large')
    else files.push(file)
  }
  return { files, refused }
}

/** The name that browsers give a pasted picture. */
const NAMELESS = /^image\.\w+$/

/** Files of a paste. Spreadsheet cells and word processor text come with an image of themselves, which is ignored. */
export const meantFiles = <F extends Pick<FileLike, 'name'>>(files: readonly F[], text: string): readonly F[] =>
  text !== '' && files.every(({ name }) => NAMELESS.test(name) && name !== text) ? [] : files

/** Pasted pictures all have the same name, and duplicate names are refused. */
export function nameOfPasted({ name }: Pick<FileLike, 'name'>, at: Date): string {
  if (!NAMELESS.test(name)) return name
  const stamp = at.toISOString().replace(/\D/g, '').slice(8, 17)
  return `IMG-${stamp}${name.slice(name.lastIndexOf('.'))}`
}

/** 25 characters with the extension kept, as specified for upload names. */
export function shortName(name: string, length = 25): string {
  if (name.length <= length) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && name.length - dot <= 8 ? name.slice(dot) : ''
  return `${name.slice(0, length - ending.length - 1)}…${ending}`
}
