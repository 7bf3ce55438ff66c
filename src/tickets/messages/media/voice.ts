/** A browser records WebM/Opus; WhatsApp's voice notes are OGG/Opus. The same packets change their container, nothing is encoded anew. */
import { rm } from 'node:fs/promises'
import { fail } from '../../../errors'
import { hashOf, type StoredFile, sidePath } from '../../../platform/files'

/** Writes the voice note to a side file, with its length. Fails when it is not an Opus recording. */
export async function toVoiceNote(
  recording: { readonly path: string },
  folder: string,
): Promise<StoredFile & { path: string; seconds: number }> {
  const { BlobSource, containers, BufferTarget, Conversion, Input, OggOutputFormat, Output } = await import(
    './containers'
  )
  const input = new Input({ formats: containers, source: new BlobSource(Bun.file(recording.path)) })
  const output = new Output({ format: new OggOutputFormat(), target: new BufferTarget() })
  const seconds = await input.computeDuration().catch(() => fail('ERR_MEDIA_UNREADABLE'))
  const conversion = await Conversion.init({ input, output, video: { discard: true } })
  if (!conversion.isValid) fail('ERR_MEDIA_UNREADABLE')
  await conversion.execute()
  const path = sidePath(folder)
  await Bun.write(path, output.target.buffer ?? fail('ERR_MEDIA_UNREADABLE'), { mode: 0o600 })
  await rm(recording.path, { force: true })
  return { path, ...(await hashOf(path)), seconds: Math.max(1, Math.round(seconds)) }
}

/** The recorder's levels: 64 numbers from 0 to 100; null for anything else. */
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
