/** What we use of Mediabunny, named one by one: of a module that is imported as a whole the build leaves nothing out. */
import { ADTS, FLAC, MATROSKA, MP3, MP4, OGG, QTFF, WAVE, WEBM } from 'mediabunny'

export { BlobSource, BufferTarget, Conversion, Input, OggOutputFormat, Output } from 'mediabunny'
export const containers = [MP4, QTFF, MATROSKA, WEBM, OGG, MP3, WAVE, ADTS, FLAC]
