/** Takes over the settings of another product's company that have the same meaning here. */
import * as v from 'valibot'
import { type Move, type Mover, movers } from '../moving-in/mover'
import type { SourceRows } from '../moving-in/source'
import { getValue } from '../platform/sql'
import { isSealed, isSecret, Line, Setting, type SettingKey, settingKeys } from './contract'
import { storeSetting } from './settings'

/** Theirs with another name. */
const otherNames: Readonly<Record<string, SettingKey>> = {
  call: 'acceptCallWhatsapp',
  sendGreetingMessageOneQueue: 'sendGreetingMessageOneQueues',
  sendSignature: 'sendSignMessage',
}
/** The whole company's, in products without tokens of connections. */
const API_TOKEN = 'userApiToken'
/** Keys of services, which people type anew. */
const isKey = (key: string): boolean => /asaas|key|secret|token|senha|password|gerencianet|efi|owen/i.test(key)

function moveSettings(move: Move): Promise<void> {
  const { source, company, inSlices } = move
  return inSlices('settings', source.rows('settings', company.id), (slice) => {
    for (const row of slice) moveSetting(move, row)
  })
}

function moveSetting({ cx, report, encryptionFor }: Move, theirs: SourceRows['settings']): void {
  if (theirs.key === API_TOKEN) return // kept by the external API
  const key = settingKeys.find((known) => known === (otherNames[theirs.key] ?? theirs.key))
  if (key === undefined) {
    report.skipped('settings', isKey(theirs.key) ? 'keysTypedAnew' : 'noCounterpart', theirs.key)
    return
  }
  if (getValue(cx.db, 'SELECT 1 FROM settings WHERE key = ?', key) !== undefined) {
    report.merged('settings', 'alreadyHere')
    return
  }
  const value = readValue(key, theirs.value)
  if (value === null) {
    report.skipped('settings', theirs.value.trim() === '' ? 'empty' : 'unreadable', theirs.key)
    return
  }
  storeSetting(cx, encryptionFor('settings'), { key, value })
  report.imported('settings')
}

/** Null for what ours may not be. */
function readValue(key: SettingKey, given: string): string | null {
  const plain = given.trim()
  if (plain === '') return null
  if (isSecret(key) || isSealed(key)) return v.is(Line, plain) ? plain : null
  const words: Readonly<Record<string, string>> = { true: 'enabled', false: 'disabled', desabled: 'disabled' }
  const found = v.safeParse(Setting, { key, value: words[plain] ?? plain })
  return found.success ? found.output.value : null
}

const settingMover: Mover = { name: 'settings', move: moveSettings }
export const movesSettings = movers.filledWith(settingMover)
