/** Parse jobs for any file. Their implementations are in worker/ and run in a separate process. */
import * as v from 'valibot'
import { defineParseJob } from './job'

const File = v.object({ path: v.string() })
/** Files may contain nonsense, such as a length of NaN. */
const Size = v.pipe(v.number(), v.finite(), v.minValue(0))

/** `mime`, `ending`: the type according to the content, and how names of such files end; null if unknown. */
export const fileTypeJob = defineParseJob({
  name: 'file-type',
  args: File,
  answer: v.object({ mime: v.nullable(v.string()), ending: v.nullable(v.string()) }),
})

/** `tiny`: a base64 JPEG of at most `edge` × `edge`; null if the picture is too large to decode. */
export const pictureJob = defineParseJob({
  name: 'picture',
  args: v.object({ ...File.entries, edge: v.number(), quality: v.number(), withoutEnlargement: v.boolean() }),
  answer: v.object({ width: Size, height: Size, tiny: v.nullable(v.string()) }),
})

/** Duration of a video or recording in whole seconds, and the dimensions of a video. */
export const trackJob = defineParseJob({
  name: 'track',
  args: File,
  answer: v.object({ seconds: Size, width: v.nullable(Size), height: v.nullable(Size) }),
})

/** Copies a recording's packets into an Ogg container at `to`, without transcoding. */
export const toOggJob = defineParseJob({
  name: 'to-ogg',
  args: v.object({ ...File.entries, to: v.string() }),
  answer: v.object({ seconds: Size }),
})
