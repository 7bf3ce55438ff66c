/** What can be broken and stays broken until it is mended. */
import * as v from 'valibot'

/**
 * The word after a name is its `value`; where one is named there is a usual one.
 *
 * The line: outage – no connection is accepted; silent – open connections get no answer; handshakeSilent – new ones get
 * none (mending cuts those that waited); halfOpen – lines stay open and everything on them is lost, both ways, and mending
 * helps only new ones; slowNetwork bytes-per-second – both ways; loginFailure code; passkey – asked for when linking.
 *
 * Linking with a passkey: passkeyNoOptions – what a browser has to ask never comes; passkeySilent – an accepted answer is
 * followed by nothing; passkeyOtherCode – the phone shows another code; passkeyTwice – each message of the server comes
 * twice; passkeyLate ms – late; passkeyCut place – the line is cut: 1 after the demand, 2 when options are asked for, 3 the
 * ref, 4 at the answer, 5 after the continuation, 6 at the nonce, 7 at the request.
 *
 * Messages to the company's device: delay ms, swap, duplicate – the same stanza twice; duplicateAnew – the same id twice,
 * encrypted anew; undecryptable – at each try while it lasts; nackKept – what the client refuses stays pending, and comes
 * again at each login.
 *
 * Messages of the company: ackMissing, ackLate ms, ackError code; dropOnMessage – the connection dies with the message in
 * flight; unreadable – a customer's phone cannot read it at the first try and asks again; retryStorm times – it asks so
 * often; rateLimit per-second – whatever comes beyond, question or message, is refused with 429.
 *
 * Receipts to the company's device: receiptsLost, receiptsDoubled, receiptsSwapped – read comes before delivered.
 *
 * Questions: usyncSilent, prekeyError – those asked before the first message to somebody; preKeysRefused – the client
 * cannot upload its own.
 *
 * Files: refuseUpload and refuseDownload status; slowUpload and slowDownload bytes-per-second; cutUpload and cutDownload –
 * the line is cut in the middle; corruptMedia – a bit is wrong; wrongHash – messages of customers announce another hash.
 *
 * History: cutHistory chunks – the line is cut after so many, the rest comes at the next login.
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
  'nackKept',
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

/** `phone` narrows a fault to one company phone; null is all. `times` left, null until mended. */
export const Fault = v.object({
  name: FaultName,
  value: v.number(),
  phone: v.nullable(v.string()),
  times: v.nullable(v.number()),
})
export type Fault = v.InferOutput<typeof Fault>
