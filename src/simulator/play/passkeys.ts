/** Commands for a phone's passkey. */
import type { Account } from '../account'
import { ceremonyOf } from '../linking/ceremony'
import { answerWith, createPasskey, exported, type Passkey } from '../linking/passkey'
import { logEvent, type World } from '../world'
import type { CommandOf } from './contract'
import { phoneOf } from './people'
import { Refusal } from './refusal'

export function setPasskey(world: World, { phone, on }: CommandOf<'setPasskey'>) {
  const account = phoneOf(world, phone)
  account.passkey = on ? createPasskey(account.random) : null
  logEvent(world, 'system', phone, on ? 'passkey:created' : 'passkey:removed')
}

export function answerPasskey(world: World, phone: string): string {
  const account = phoneOf(world, phone)
  const passkey = passkeyOf(account)
  const ceremony = ceremonyOf(world, account)
  if (!ceremony || ceremony.prologue) throw new Refusal('nothing_demanded', phone)
  const { challenge } = ceremony
  const answer = JSON.stringify(answerWith(passkey, { challenge }))
  world.changed()
  return answer
}

export const exportPasskey = (world: World, phone: string): string =>
  JSON.stringify(exported(passkeyOf(phoneOf(world, phone))))

function passkeyOf({ passkey, phone }: Account): Passkey {
  if (!passkey) throw new Refusal('no_passkey', phone)
  return passkey
}
