/** Files as screens and other processes see them. */
import * as v from 'valibot'

export const MediaKind = v.picklist(['image', 'audio', 'video', 'document', 'sticker'])
export type MediaKind = v.InferOutput<typeof MediaKind>

export const MediaView = v.object({
  id: v.string(),
  /** Relative to where the control handler is mounted. */
  url: v.string(),
  name: v.string(),
  mimetype: v.string(),
  size: v.number(),
  seconds: v.nullable(v.number()),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  /** A recorded voice note, as opposed to an audio file. */
  voice: v.boolean(),
  /** Waveform of 64 levels from 0 to 100. */
  waveform: v.nullable(v.array(v.number())),
  /** A video shown in a circle. */
  round: v.optional(v.boolean()),
})
export type MediaView = v.InferOutput<typeof MediaView>

/** Response of `POST media`. */
export const StoredMedia = v.object({ id: v.string() })
