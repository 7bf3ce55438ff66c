/** Every timeout of this chapter, in milliseconds, so that tests can shorten them. */
export const defaultLimits = {
  /** How long a pairing window stays open when nobody looks. */
  pairingWindow: 60_000,
  /** QR codes shown without a scan before we give up. */
  qrCodes: 5,
  /** Null: WhatsApp's own, 60 s for the first and 20 s for the others. */
  qrLife: null as number | null,
  connect: 20_000,
  query: 20_000,
  keepAlive: 20_000,
  /** So many sessions open at the same time, each a moment after the one before; whoever takes longer than `openSlow` counts no more. */
  openAtOnce: 6,
  openApart: 20,
  openSlow: 2_000,
  /** Neither open nor showing a QR nor closed after this long: hung. */
  hung: 60_000,
  backOffFrom: 1_000,
  backOffTo: 60_000,
  /** Open for so long, the next loss starts counting from one again. */
  stable: 10_000,
  /** For the server's confirmation of a message, from the moment it was written out. */
  ack: 20_000,
  /** Seen online for so long after the last conversation was left. */
  linger: 30_000,
  /** What comes and goes within this time is made durable together. */
  pace: 4,
  /** Until the journal forgets what is stored, when nothing else is written meanwhile. */
  forget: 10_000,
  /** How long a message that could not be decrypted waits for its repetition before it is shown as such. */
  placeholder: 30_000,
  /** From the opening of the line until the phone is asked again for what could not be read. */
  gap: 10_000,
  /** For one file, from the first byte asked to the last one written. */
  download: 300_000,
  /** For the phone to say whether it has put a file there again. */
  renewal: 30_000,
  downloadBytes: 110 * 1024 * 1024,
  /** When the phone has said nothing more of its history for so long, it has said all. */
  historySilence: 180_000,
  /** Before a part of the history is fetched or stored once more. */
  historyRetry: 5_000,
  /** Between two notes that everything has come so far. */
  heard: 600_000,
}
export type Limits = typeof defaultLimits
