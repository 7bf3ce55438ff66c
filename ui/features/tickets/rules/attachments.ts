/** Which files may go along with a message. */
import { DOCUMENT_LIMIT, MEDIA_LIMIT, STICKER_LIMIT } from '../../../../src/tickets/messages/contract'

export type FileLike = { readonly name: string; readonly size: number; readonly type: string }
export type Refusal = { reason: 'twice' | 'large' | 'empty'; file: string }

export type FileKind = 'image' | 'video' | 'audio' | 'document'

/** The types that travel as what they are; anything else, and anything too large to be shown, goes as a document. */
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

/** The only picture that phones take for a sticker. */
export const isSticker = ({ type, size }: Pick<FileLike, 'type' | 'size'>): boolean =>
  type === 'image/webp' && size > 0 && size <= STICKER_LIMIT

/** Sorts what was chosen into what goes along and what is refused, and why. */
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

/** What a browser calls a picture that has no name of its own. */
const NAMELESS = /^image\.\w+$/

/** Which files were meant to be pasted. A spreadsheet's cells and a letter's lines bring a picture of themselves beside their text. */
export const meantFiles = <F extends Pick<FileLike, 'name'>>(files: readonly F[], text: string): readonly F[] =>
  text !== '' && files.every(({ name }) => NAMELESS.test(name) && name !== text) ? [] : files

/** Pictures without a name all have the same one, and two of one name do not go together. */
export function nameOfPasted({ name }: Pick<FileLike, 'name'>, at: Date): string {
  if (!NAMELESS.test(name)) return name
  const stamp = at.toISOString().replace(/\D/g, '').slice(8, 17)
  return `IMG-${stamp}${name.slice(name.lastIndexOf('.'))}`
}

/** 25 characters with the ending kept, as the specification shows upload names. */
export function shortName(name: string, length = 25): string {
  if (name.length <= length) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && name.length - dot <= 8 ? name.slice(dot) : ''
  return `${name.slice(0, length - ending.length - 1)}…${ending}`
}
