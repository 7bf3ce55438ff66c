/** Baileys' configuration of a socket: device, version, and features that we handle ourselves. */
import type { SocketConfig, WAVersion } from '@whiskeysockets/baileys'
import type { Baileys } from '../baileys/baileys'
import type { createCaches } from '../baileys/caches'
import type { Limits } from '../limits'

export type SocketChoices = {
  readonly baileys: Baileys
  readonly caches: ReturnType<typeof createCaches>
  readonly url: string | null
  readonly version: WAVersion | null
  /** Pairing by a code typed on the phone instead of a QR. */
  readonly byCode: boolean
  /** Requests the phone's whole history, not only the recent part. */
  readonly wantsAll: boolean
  readonly getMessage: SocketConfig['getMessage']
  readonly cachedGroupMetadata: SocketConfig['cachedGroupMetadata']
  readonly limits: Pick<Limits, 'query'>
}

/** The longest possible timer. */
const NEVER_MS = 2 ** 31 - 1

export function settingsOf(choices: SocketChoices) {
  const { baileys, caches, url, version, byCode, wantsAll, getMessage, cachedGroupMetadata, limits } = choices
  return {
    ...caches,
    ...(url ? { waWebSocketUrl: url } : {}),
    ...(version ? { version } : {}),
    qrTimeout: NEVER_MS, // baileys/qr-codes.ts
    browser: byCode ? baileys.Browsers.ubuntu('Chrome') : ourName(wantsAll),
    getMessage,
    cachedGroupMetadata,
    // Otherwise the owner's phone stops notifying.
    markOnlineOnConnect: false,
    // The outbox tracks our own messages.
    emitOwnEvents: false,
    syncFullHistory: wantsAll,
    // With a part of the history Baileys would also read all collections (history/notification.ts, own-name.ts).
    shouldSyncHistoryMessage: () => false,
    generateHighQualityLinkPreview: false,
    // Baileys counts each request twice: this allows the five that a phone makes.
    maxMsgRetryCount: 10,
    // Baileys would wait after each such request, and delay all messages of the socket: receiving/repetitions.ts
    retryRequestDelayMs: 0,
    // With a time-out, Baileys starts a timer and captures two stack traces for each frame it sends; watch-socket.ts
    // detects dead connections instead.
    connectTimeoutMs: 0,
    defaultQueryTimeoutMs: limits.query,
    keepAliveIntervalMs: NEVER_MS, // we ping: watch-socket.ts
    // A failed write ends the session; retries while the file is locked would only delay that.
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
  } satisfies Partial<SocketConfig>
}

/** The device name on the phone. When pairing by code, WhatsApp only accepts names of known systems. */
const ourName = (wantsAll: boolean): [string, string, string] => [
  'Balcão',
  // Phones hand over years of history only to a device that presents itself as a desktop app.
  wantsAll ? 'Desktop' : 'Chrome',
  '1.0.0',
]
