/** The script for the console of WhatsApp Web, and its answer. Pure. */
import * as v from 'valibot'
import { AnswerPasskey, type PasskeyCredential, type PasskeyOptions } from '../../../../src/channels/passkeys/contract'

/**
 * Requests the passkey and copies the answer: with the console's own `copy`, which needs no focus, otherwise with the
 * page's clipboard. It also returns the answer, so that it can be copied by hand.
 */
const PROGRAM = `const k=typeof copy=='function'?copy:t=>navigator.clipboard.writeText(t),b=s=>Uint8Array.from(atob(s.replace(/-/g,'+').replace(/_/g,'/')),c=>c.charCodeAt(0)),e=a=>a&&btoa(String.fromCharCode(...new Uint8Array(a))).replace(/\\+/g,'-').replace(/\\//g,'_').replace(/=+$/,''),c=await navigator.credentials.get({publicKey:{...o,challenge:b(o.challenge),allowCredentials:(o.allowCredentials||[]).map(a=>({...a,id:b(a.id)}))}}),r=c.response,j=JSON.stringify({id:c.id,rawId:e(c.rawId),type:c.type,response:{clientDataJSON:e(r.clientDataJSON),authenticatorData:e(r.authenticatorData),signature:e(r.signature),userHandle:e(r.userHandle)}});try{await k(j)}catch{}return j`

export const scriptFor = (options: PasskeyOptions): string =>
  `await(async()=>{const o=${JSON.stringify(options)},${PROGRAM.slice('const '.length)}})()`

/** Undefined if the answer is incomplete. Consoles put quotation marks around it. */
export function answerIn(pasted: string): PasskeyCredential | undefined {
  const [from, to] = [pasted.indexOf('{'), pasted.lastIndexOf('}')]
  if (from < 0 || to < from) return undefined
  try {
    const read = v.safeParse(AnswerPasskey, { credential: JSON.parse(pasted.slice(from, to + 1)) })
    return read.success ? read.output.credential : undefined
  } catch {
    return undefined
  }
}
