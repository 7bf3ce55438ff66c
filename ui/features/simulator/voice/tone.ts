/** A synthetic voice for phones without a microphone: hums that rise and fall like speech. Pure. */
export const TONE_RATE = 48_000

/** Syllables of varied pitch with pauses between them, −1 to 1. */
export function hum(seconds: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(seconds * TONE_RATE))
  let phase = 0
  for (let at = 0; at < samples.length; at++) {
    const time = at / TONE_RATE
    const syllable = Math.floor(time * SYLLABLES_A_SECOND)
    const within = time * SYLLABLES_A_SECOND - syllable
    const pitch = 150 + 40 * Math.sin(syllable * 2.4) + 25 * Math.sin(time * 1.7)
    phase += (2 * Math.PI * pitch) / TONE_RATE
    const loudness = isBreath(syllable)
      ? 0
      : Math.sin(Math.PI * within) ** 0.7 * (0.55 + 0.35 * Math.sin(syllable * 1.3))
    samples[at] = 0.5 * loudness * (Math.sin(phase) + 0.35 * Math.sin(2 * phase) + 0.15 * Math.sin(3 * phase))
  }
  return samples
}

const SYLLABLES_A_SECOND = 4.5
const isBreath = (syllable: number) => syllable % 9 === 8

/** The same as a file that every machine can produce and play: 16 bits, uncompressed. */
export function wavOf(samples: Float32Array<ArrayBuffer>): Blob {
  const step = TONE_RATE / WAV_RATE
  const count = Math.floor(samples.length / step)
  const view = new DataView(new ArrayBuffer(HEADER + count * 2))
  const words = (at: number, text: string) => {
    for (const [offset, letter] of [...text].entries()) view.setUint8(at + offset, letter.charCodeAt(0))
  }
  words(0, 'RIFF')
  view.setUint32(4, HEADER - 8 + count * 2, true)
  words(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, WAV_RATE, true)
  view.setUint32(28, WAV_RATE * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  words(36, 'data')
  view.setUint32(40, count * 2, true)
  for (let at = 0; at < count; at++) view.setInt16(HEADER + at * 2, (samples[at * step] ?? 0) * 32_767, true)
  return new Blob([view], { type: 'audio/wav' })
}

const HEADER = 44
const WAV_RATE = 16_000
