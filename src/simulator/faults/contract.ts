/** Faults that stay active until they are removed. */
import * as v from 'valibot'

/**
 * The word after a name is its `value`; such faults have a default.
 *
 * Connection: outage – no connection is accepted; silent – open connections get no answer; handshakeSilent – new ones
 * get none (removing the fault cuts those that waited); halfOpen – connections stay open but everything on them is
 * lost, both ways, and removing the fault helps only new ones; slowNetwork bytes-per-second – both ways; loginFailure
 * code; passkey – demanded when linking.
 *
 * Linking with a passkey: passkeyNoOptions – the request options never come; passkeySilent – an accepted answer is
 * followed by nothing; passkeyOtherCode – the phone shows another code; passkeyTwice – each message of the server comes
 * twice; passkeyLate ms – late; passkeyCut place – the connection is cut: 1 after the demand, 2 when options are asked
 * for, 3 the ref, 4 at the answer, 5 after the continuation, 6 at the nonce, 7 at the request.
 *
 * Messages to the company's device: delay ms, swap, duplicate – the same stanza twice; duplicateAnew – the same id
 * twice, encrypted again; undecryptable – at each try while active; offlineEndMissing – the end of what it missed is
 * not announced after login.
 *
 * Messages of the company: ackMissing, ackLate ms, ackError code; dropOnMessage – the connection dies with the message
 * in flight; unreadable – a customer's phone cannot decrypt it at first and requests it again; retryStorm times – that
 * many requests; rateLimit per-second – further queries and messages are refused with 429.
 *
 * Receipts to the company's device: receiptsLost, receiptsDoubled, receiptsSwapped – read comes before delivered.
 *
 * Queries: usyncSilent, prekeyError – those before the first message to a person; preKeysRefused – the client cannot
 * upload its own.
 *
 * Files: refuseUpload and refuseDownload status; slowUpload and slowDownload bytes-per-second; cutUpload and
 * cutDownload – the connection is cut in the middle; corruptMedia – one bit is wrong; wrongHash – messages of customers
 * declare another hash.
 *
 * History: cutHistory chunks – the connection is cut after that many, the rest comes at the next login.
 */
export const FaultName = v.picklist([
  'outage',
  'silent',
  'handshakeSilent',
  'loginFailure',
  'delay',
  'swap',
  'duplicate',
  'undecryptable',
  'unreadable',
  'ackMissing',
  'ackLate',
  'ackError',
  'dropOnMessage',
  'refuseUpload',
  'refuseDownload',
  'corruptMedia',
  'usyncSilent',
  'prekeyError',
  'passkey',
  'passkeyNoOptions',
  'passkeySilent',
  'passkeyOtherCode',
  'passkeyTwice',
  'passkeyLate',
  'passkeyCut',
  'halfOpen',
  'slowNetwork',
  'duplicateAnew',
  'offlineEndMissing',
  'retryStorm',
  'rateLimit',
  'receiptsLost',
  'receiptsDoubled',
  'receiptsSwapped',
  'preKeysRefused',
  'slowUpload',
  'slowDownload',
  'cutUpload',
  'cutDownload',
  'wrongHash',
  'cutHistory',
])
export type FaultName = v.InferOutput<typeof FaultName>

/** `phone` limits a fault to one company phone; null: all. `times`: remaining uses; null: until removed. */
export const Fault = v.object({
  name: FaultName,
  value: v.number(),
  phone: v.nullable(v.string()),
  times: v.nullable(v.number()),
})
export type Fault = v.InferOutput<typeof Fault>
