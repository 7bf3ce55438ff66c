/** All timeouts of this module, in milliseconds; tests shorten them. */
import { LARGEST_DOWNLOAD } from '../channel'
import type { PasskeyTimes } from './passkey/ceremony'

export const defaultLimits = {
  /** How long a pairing window stays open without a viewer. */
  pairingWindow: 60_000,
  /** QR codes shown without a scan before we give up. */
  qrCodes: 5,
  /** Null: WhatsApp's own durations, 60 s for the first and 20 s for the others. */
  qrLife: null as number | null,
  /** Linking with a passkey: see passkey/ceremony.ts. */
  passkey: { answer: 600_000, handoff: 300_000, silence: 60_000, compare: 180_000 } satisfies PasskeyTimes,
  /** From opening a socket to the server's first frame. */
  connect: 20_000,
  query: 20_000,
  /** Between two queries for the account's own name. */
  ownName: 10_000,
  /** Delay before another try of a message that could not be decrypted twice. */
  repetition: 250,
  keepAlive: 20_000,
  /**
   * Number of sessions that open at the same time, and the delay between them. A session that takes longer than
   * `openSlow` no longer counts.
   */
  openAtOnce: 6,
  openApart: 20,
  openSlow: 2_000,
  /** A socket that is neither open nor showing a QR code after this time is closed as hung. */
  hung: 60_000,
  backOffFrom: 1_000,
  backOffTo: 60_000,
  /** After being open this long, the back-off restarts from the first delay. */
  stable: 10_000,
  /** For the server's acknowledgement of a message, from the moment it was written to the socket. */
  ack: 20_000,
  /** The account stays online this long after the last conversation was closed. */
  linger: 30_000,
  /** Writes within this time are committed together. */
  pace: 4,
  /** Delay until stored messages are deleted from the journal, if no earlier commit deletes them. */
  forget: 10_000,
  /** How long an undecrypted message waits for its repetition before a placeholder is shown. */
  placeholder: 30_000,
  /** From opening the connection until the phone is asked again for undecrypted messages. */
  gap: 10_000,
  /** From opening the socket until messages that a phone requested again on an earlier one are sent once more. */
  askedAgain: 10_000,
  /** For downloading one file. */
  download: 300_000,
  /** For the phone's response to a request to upload a file again. */
  renewal: 30_000,
  downloadBytes: LARGEST_DOWNLOAD,
  /** Silence of the phone after which its history counts as complete. */
  historySilence: 180_000,
  /** Delay before a part of the history is fetched or stored again. */
  historyRetry: 5_000,
  /** Between two records that everything has arrived so far. */
  heard: 600_000,
}
export type Limits = typeof defaultLimits
