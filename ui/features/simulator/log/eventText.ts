/** The events of the simulator as sentences. Pure. */
import { FaultName, MessageKind } from '../../../../src/simulator/contract'
import type { TextKey } from '../../../shared/i18n/catalogue'
import type { Text } from '../../../shared/i18n/translate'
import { type Directory, whoIs } from '../directory'

const plain: Record<string, Extract<TextKey, `simulator.events.${string}`>> = {
  dropped: 'simulator.events.dropped',
  replaced: 'simulator.events.replaced',
  restricted: 'simulator.events.restricted',
  'restriction:lifted': 'simulator.events.unrestricted',
  capped: 'simulator.events.capped',
  banned: 'simulator.events.banned',
  'ban:lifted': 'simulator.events.unbanned',
  'device:connected': 'simulator.events.deviceConnected',
  'device:disconnected': 'simulator.events.deviceDisconnected',
  'device:linked': 'simulator.events.deviceLinked',
  'passkey:created': 'simulator.events.passkeyCreated',
  'passkey:removed': 'simulator.events.passkeyRemoved',
  'passkey:demanded': 'simulator.events.passkeyDemanded',
  'passkey:accepted': 'simulator.events.passkeyAccepted',
  'device:removed': 'simulator.events.deviceRemoved',
  'device:left': 'simulator.events.deviceLeft',
  'code:asked': 'simulator.events.codeAsked',
  'phone:on': 'simulator.events.phoneOn',
  redirected: 'simulator.events.redirected',
  reinstalled: 'simulator.events.reinstalled',
  'keys:spent': 'simulator.events.keysSpent',
  'media:expired': 'simulator.events.mediaExpired',
  'group:created': 'simulator.events.groupCreated',
  'group:joined': 'simulator.events.groupJoined',
  'number:changed': 'simulator.events.numberChanged',
  'username:changed': 'simulator.events.usernameChanged',
  'history:asked': 'simulator.events.historyAsked',
  'phone:off': 'simulator.events.phoneOff',
}

export function eventText(t: Text, what: string, phones: Directory): string {
  const fixed = plain[what]
  if (fixed) return t.find(fixed) ?? what
  const colon = what.indexOf(':')
  const [word, rest] = [what.slice(0, colon), what.slice(colon + 1)]
  if (word === 'did') return t(`simulator.did.${ACTS.find((act) => act === rest) ?? 'more'}`)
  if (word === 'stream') return t('simulator.events.stream', { code: rest })
  if (word === 'call') return t('simulator.events.call', { to: whoIs(rest, phones) })
  if (word === 'passkey') return t('simulator.events.passkeyRefused', { why: rest.slice('refused:'.length) })
  if (word === 'fault') return t('simulator.events.met', { fault: faultName(t, rest) })
  if (word === 'set') return t('simulator.events.set', { fault: faultName(t, rest) })
  const kind = MessageKind.options.find((one) => one === word)
  if (!kind) return what
  return rest
    ? t('simulator.events.wrote', { kind: t(`simulator.kind.${kind}`), text: rest })
    : t(`simulator.kind.${kind}`)
}

const ACTS = ['react', 'edit', 'revoke', 'vote'] as const

function faultName(t: Text, name: string): string {
  const known = FaultName.options.find((one) => one === name)
  return known ? t(`simulator.faults.${known}`) : name
}
