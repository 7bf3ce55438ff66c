/** Converts recordings: browsers record WebM/Opus, WhatsApp's voice notes are Ogg/Opus. */
import { rm } from 'node:fs/promises'
import { fail } from '../../errors'
import { hashOf, type StoredFile, sidePath } from '../../platform/files'
import { toOggJob } from '../../platform/parsing/jobs'
import type { Parse } from '../../platform/parsing/parsing'

/** Writes the voice note to a temporary file and returns its length. Fails if it is not an Opus recording. */
export async function toVoiceNote(
  recording: { readonly path: string },
  { folder, parse }: { readonly folder: string; readonly parse: Parse },
): Promise<StoredFile & { path: string; seconds: number }> {
  const path = sidePath(folder)
  const made = await parse(toOggJob, { path: recording.path, to: path })
  if (!made) {
    await rm(path, { force: true })
    return fail('ERR_MEDIA_UNREADABLE')
  }
  await rm(recording.path, { force: true })
  return { path, ...(await hashOf(path)), seconds: Math.max(1, Math.round(made.seconds)) }
}

/** The recorder's levels, 64 numbers from 0 to 100; null for anything else. */
export function readWaveform(text: string | undefined): number[] | null {
  if (!text || text.length > 1000) return null
  try {
    const levels: unknown = JSON.parse(text)
    if (!Array.isArray(levels) || levels.length !== 64) return null
    return levels.map((level) => Math.min(100, Math.max(0, Math.round(Number(level)) || 0)))
  } catch {
    return null
  }
}
