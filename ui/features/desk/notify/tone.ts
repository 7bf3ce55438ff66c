/** The sound of a new message: two soft notes, synthesised. */
type Note = { at: number; pitch: number }

const notes: readonly Note[] = [
  { at: 0, pitch: 660 },
  { at: 0.11, pitch: 880 },
]
const LENGTH = 0.32

export class Chime {
  #context: AudioContext | undefined

  /** Browsers allow sound only after the person has interacted with the page; until then nothing is heard. */
  ring(volume: number): void {
    if (volume <= 0) return
    this.#context ??= new AudioContext()
    const context = this.#context
    if (context.state === 'suspended') void context.resume().catch(() => undefined)
    for (const { at, pitch } of notes) {
      const start = context.currentTime + at
      const gain = context.createGain()
      gain.gain.setValueAtTime(0, start)
      gain.gain.linearRampToValueAtTime(volume * 0.22, start + 0.012)
      gain.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH)
      const tone = context.createOscillator()
      tone.type = 'sine'
      tone.frequency.value = pitch
      tone.connect(gain).connect(context.destination)
      tone.start(start)
      tone.stop(start + LENGTH)
    }
  }
}
