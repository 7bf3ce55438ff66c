/** Imports the Mediabunny formats we use by name, so that the build can drop the rest. */
import { ADTS, FLAC, MATROSKA, MP3, MP4, OGG, QTFF, WAVE, WEBM } from 'mediabunny'

export { BlobSource, BufferTarget, Conversion, Input, OggOutputFormat, Output } from 'mediabunny'
export const containers = [MP4, QTFF, MATROSKA, WEBM, OGG, MP3, WAVE, ADTS, FLAC]
