/** The faults that can be set, in the order in which they are shown. */
import type { FaultName } from '../../../../src/simulator/contract'

export const SECTIONS = ['network', 'incoming', 'outgoing', 'receipts', 'files', 'account'] as const
export type Section = (typeof SECTIONS)[number]

/** The amount of a fault: its unit and choices, the default first. */
export type Amount = {
  readonly unit: 'seconds' | 'code' | 'rate' | 'speed' | 'times' | 'chunks' | 'step'
  readonly choices: readonly number[]
}

type Entry = { readonly section: Section; readonly amount?: Amount }

const seconds: Amount = { unit: 'seconds', choices: [4000, 1000, 10_000, 30_000] }
const speed: Amount = { unit: 'speed', choices: [20_000, 2000, 100_000] }

/** The type requires an entry for every fault. */
export const catalogue: Record<FaultName, Entry> = {
  outage: { section: 'network' },
  silent: { section: 'network' },
  halfOpen: { section: 'network' },
  slowNetwork: { section: 'network', amount: speed },
  handshakeSilent: { section: 'network' },
  loginFailure: { section: 'network', amount: { unit: 'code', choices: [401, 403, 405, 500, 503] } },
  delay: { section: 'incoming', amount: seconds },
  swap: { section: 'incoming' },
  duplicate: { section: 'incoming' },
  duplicateAnew: { section: 'incoming' },
  undecryptable: { section: 'incoming' },
  offlineEndMissing: { section: 'incoming' },
  ackLate: { section: 'outgoing', amount: seconds },
  ackMissing: { section: 'outgoing' },
  ackError: { section: 'outgoing', amount: { unit: 'code', choices: [479, 463, 406, 500] } },
  dropOnMessage: { section: 'outgoing' },
  rateLimit: { section: 'outgoing', amount: { unit: 'rate', choices: [5, 1, 20] } },
  unreadable: { section: 'outgoing' },
  retryStorm: { section: 'outgoing', amount: { unit: 'times', choices: [5, 3, 10] } },
  usyncSilent: { section: 'outgoing' },
  prekeyError: { section: 'outgoing' },
  receiptsLost: { section: 'receipts' },
  receiptsDoubled: { section: 'receipts' },
  receiptsSwapped: { section: 'receipts' },
  refuseUpload: { section: 'files', amount: { unit: 'code', choices: [500, 401, 413, 503] } },
  refuseDownload: { section: 'files', amount: { unit: 'code', choices: [404, 403, 410, 500] } },
  slowUpload: { section: 'files', amount: speed },
  slowDownload: { section: 'files', amount: speed },
  cutUpload: { section: 'files' },
  cutDownload: { section: 'files' },
  corruptMedia: { section: 'files' },
  wrongHash: { section: 'files' },
  passkey: { section: 'account' },
  passkeyNoOptions: { section: 'account' },
  passkeySilent: { section: 'account' },
  passkeyOtherCode: { section: 'account' },
  passkeyTwice: { section: 'account' },
  passkeyLate: { section: 'account', amount: seconds },
  passkeyCut: { section: 'account', amount: { unit: 'step', choices: [1, 2, 3, 4, 5, 6, 7] } },
  preKeysRefused: { section: 'account' },
  cutHistory: { section: 'account', amount: { unit: 'chunks', choices: [1, 2, 5] } },
}

export const faultsOf = (section: Section): FaultName[] =>
  (Object.keys(catalogue) as FaultName[]).filter((name) => catalogue[name].section === section)

/** How long a fault lasts, unless it is ended before. */
export const LASTS = ['mended', 'short', 'long', 'once', 'thrice'] as const
export type Lasts = (typeof LASTS)[number]
export const limits: Record<Lasts, { forMs?: number; times?: number }> = {
  mended: {},
  short: { forMs: 30_000 },
  long: { forMs: 120_000 },
  once: { times: 1 },
  thrice: { times: 3 },
}
