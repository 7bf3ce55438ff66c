/** Records Opus from the microphone, with levels for the waveform. */
import { levelsOf, RECORDING_LEAST, WAVEFORM_LEVELS } from '../rules/voice'

export type Recording = { file: File; waveform: number[]; seconds: number }

const TYPES = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus']
const LOOK_EVERY = 50

/** The microphone exists on HTTPS and localhost only. */
export const canRecord = (): boolean => typeof MediaRecorder !== 'undefined' && navigator.mediaDevices !== undefined

export class Recorder {
  readonly #stream: MediaStream
  readonly #recorder: MediaRecorder
  readonly #context = new AudioContext()
  readonly #analyser: AnalyserNode
  readonly #chunks: Blob[] = []
  readonly #levels: number[] = []
  readonly #started = performance.now()
  readonly #clock: ReturnType<typeof setInterval>

  private constructor(stream: MediaStream, onLevel: (level: number, seconds: number) => void) {
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type))
    this.#stream = stream
    this.#recorder = new MediaRecorder(stream, { ...(mimeType ? { mimeType } : {}), audioBitsPerSecond: 32_000 })
    this.#recorder.ondataavailable = ({ data }) => this.#chunks.push(data)
    this.#analyser = this.#context.createAnalyser()
    this.#analyser.fftSize = 1024
    this.#context.createMediaStreamSource(stream).connect(this.#analyser)
    this.#clock = setInterval(() => {
      const level = this.#loudness()
      this.#levels.push(level)
      onLevel(level, this.#seconds())
    }, LOOK_EVERY)
    this.#recorder.start(250)
  }

  static async start(onLevel: (level: number, seconds: number) => void): Promise<Recorder> {
    return new Recorder(
      await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } }),
      onLevel,
    )
  }

  /** Null if the recording is too short to be intended. */
  async stop(): Promise<Recording | null> {
    const seconds = this.#seconds()
    await new Promise((resolve) => {
      this.#recorder.onstop = resolve
      this.#recorder.stop()
    })
    this.#release()
    if (seconds < RECORDING_LEAST) return null
    const { mimeType } = this.#recorder
    const ending = mimeType.includes('ogg') ? 'ogg' : 'webm'
    const file = new File(this.#chunks, `audio-${Date.now()}.${ending}`, { type: mimeType })
    return { file, seconds: Math.max(1, Math.round(seconds)), waveform: levelsOf(this.#levels, WAVEFORM_LEVELS) }
  }

  cancel(): void {
    if (this.#recorder.state !== 'inactive') this.#recorder.stop()
    this.#release()
  }

  #seconds(): number {
    return (performance.now() - this.#started) / 1000
  }

  /** Root mean square of the current samples, 0 to 1. */
  #loudness(): number {
    const samples = new Float32Array(this.#analyser.fftSize)
    this.#analyser.getFloatTimeDomainData(samples)
    return Math.min(1, Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length) * 4)
  }

  #release(): void {
    clearInterval(this.#clock)
    for (const track of this.#stream.getTracks()) track.stop()
    if (this.#context.state !== 'closed') void this.#context.close()
  }
}
