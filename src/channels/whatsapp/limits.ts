/** Every timeout of this module, in milliseconds, so that tests can shorten them. */
import { LARGEST_DOWNLOAD } from '../channel'
import type { PasskeyTimes } from './passkey/ceremony'

export const defaultLimits = {
  /** How long a pairing window stays open when nobody looks. */
  pairingWindow: 60_000,
  /** QR codes shown without a scan before we give up. */
  qrCodes: 5,
  /** Null: WhatsApp's own, 60 s for the first and 20 s for the others. */
  qrLife: null as number | null,
  /** Of a linking with a passkey: see passkey/ceremony.ts. */
  passkey: { answer: 600_000, handoff: 300_000, silence: 60_000, compare: 180_000 } satisfies PasskeyTimes,
  /** From opening a socket to the server's first frame. */
  connect: 20_000,
  query: 20_000,
  /** Between two questions for the account's own name. */
  ownName: 10_000,
  /** Before a message is tried again that could not be decrypted twice. */
  repetition: 250,
  keepAlive: 20_000,
  /**
   * How many sessions open at the same time, and the delay between them; one that takes longer than `openSlow` does not
   * count any more.
   */
  openAtOnce: 6,
  openApart: 20,
  openSlow: 2_000,
  /** A socket that is neither open nor showing a QR nor closed after this time is hung. */
  hung: 60_000,
  backOffFrom: 1_000,
  backOffTo: 60_000,
  /** After being open for this long, the back-off starts again from the first delay. */
  stable: 10_000,
  /** For the server's acknowledgement of a message, from the moment it was written to the socket. */
  ack: 20_000,
  /** The account stays online this long after the last conversation was closed. */
  linger: 30_000,
  /** Writes within this time are committed together. */
  pace: 4,
  /** Until stored messages are deleted from the journal if no other commit does it earlier. */
  forget: 10_000,
  /** How long a message that could not be decrypted waits for its repetition before it is shown as such. */
  placeholder: 30_000,
  /** From opening the connection until the phone is asked again for undecrypted messages. */
  gap: 10_000,
  /** From opening the line until what a phone asked for again on an earlier one is sent once more. */
  askedAgain: 10_000,
  /** For downloading one file. */
  download: 300_000,
  /** For the phone to report whether it has uploaded a file again. */
  renewal: 30_000,
  downloadBytes: LARGEST_DOWNLOAD,
  /** After this silence of the phone, its history is taken to be complete. */
  historySilence: 180_000,
  /** Delay before a part of the history is fetched or stored again. */
  historyRetry: 5_000,
  /** Between two notes that everything has come so far. */
  heard: 600_000,
}
export type Limits = typeof defaultLimits
