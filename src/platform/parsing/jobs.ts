/** What is asked about any file. The code that answers is in worker/, and runs in a process of its own. */
import * as v from 'valibot'
import { defineParseJob } from './job'

const File = v.object({ path: v.string() })
/** Files tell nonsense too, such as a length that is no number. */
const Size = v.pipe(v.number(), v.finite(), v.minValue(0))

/** `mime`: what the content says it is; null when it says nothing. */
export const fileTypeJob = defineParseJob({
  name: 'file-type',
  args: File,
  answer: v.object({ mime: v.nullable(v.string()) }),
})

/** `tiny`: a JPEG within `edge` × `edge` in base64; null for a picture that is too large to be decoded. */
export const pictureJob = defineParseJob({
  name: 'picture',
  args: v.object({ ...File.entries, edge: v.number(), quality: v.number(), withoutEnlargement: v.boolean() }),
  answer: v.object({ width: Size, height: Size, tiny: v.nullable(v.string()) }),
})

/** How long a film or a recording lasts, in whole seconds; width and height where there is something to see. */
export const trackJob = defineParseJob({
  name: 'track',
  args: File,
  answer: v.object({ seconds: Size, width: v.nullable(Size), height: v.nullable(Size) }),
})

/** A recording's packets in an Ogg container, written to `to`, as they are: nothing is encoded anew. */
export const toOggJob = defineParseJob({
  name: 'to-ogg',
  args: v.object({ ...File.entries, to: v.string() }),
  answer: v.object({ seconds: Size }),
})
