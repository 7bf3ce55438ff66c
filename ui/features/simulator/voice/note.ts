/**
 * Voice notes in WhatsApp's format, OGG/Opus, where this browser can encode it; a chunk of its own, loaded on demand.
 */
import { hum, TONE_RATE, wavOf } from './tone'

export type VoiceNote = { readonly file: File; readonly mimetype: string; readonly seconds: number }

const OPUS = 'audio/ogg; codecs=opus'

/** A generated voice note; uncompressed where the browser cannot encode. */
export async function humNote(seconds: number): Promise<VoiceNote> {
  const samples = hum(seconds)
  const file = (await encoded(samples)) ?? new File([wavOf(samples)], 'voice.wav', { type: 'audio/wav' })
  return { file, mimetype: file.type, seconds }
}

/** Remuxes a recording to OGG; the audio itself is unchanged. */
export async function recordedNote(recording: File, seconds: number): Promise<VoiceNote> {
  const { BlobSource, BufferTarget, Conversion, Input, MP4, OGG, OggOutputFormat, Output, WEBM } = await import(
    'mediabunny'
  )
  const input = new Input({ formats: [WEBM, MP4, OGG], source: new BlobSource(recording) })
  const output = new Output({ format: new OggOutputFormat(), target: new BufferTarget() })
  const conversion = await Conversion.init({ input, output, video: { discard: true } })
  if (!conversion.isValid) return { file: recording, mimetype: recording.type, seconds }
  await conversion.execute()
  return { file: oggFile(output.target.buffer), mimetype: OPUS, seconds }
}

async function encoded(samples: Float32Array<ArrayBuffer>): Promise<File | null> {
  const { AudioBufferSource, BufferTarget, canEncodeAudio, OggOutputFormat, Output } = await import('mediabunny')
  if (!(await canEncodeAudio('opus', { numberOfChannels: 1, sampleRate: TONE_RATE }))) return null
  const output = new Output({ format: new OggOutputFormat(), target: new BufferTarget() })
  const source = new AudioBufferSource({ codec: 'opus', bitrate: 24_000 })
  output.addAudioTrack(source)
  await output.start()
  const sound = new AudioBuffer({ length: samples.length, numberOfChannels: 1, sampleRate: TONE_RATE })
  sound.copyToChannel(samples, 0)
  await source.add(sound)
  await output.finalize()
  return oggFile(output.target.buffer)
}

const oggFile = (bytes: ArrayBuffer | null) => new File(bytes ? [bytes] : [], 'voice.ogg', { type: OPUS })
