/** What the company's settings mean for the desk: how urgent a wait is, and whether messages are signed. */
import { knownMinutes, type MinutesKey, type SettingKey } from '../../../../src/settings/contract'

export type WaitTone = 'calm' | 'amber' | 'red'
export type WaitingTime = { minutes: number; tone: WaitTone }
export type WaitLimits = { readonly amber: number; readonly red: number }

/** Minutes from which a wait is urgent, from the company's settings. */
export function waitLimits(settings: readonly { readonly key: string; readonly value: string }[]): WaitLimits {
  const minutes = (key: MinutesKey) => Number(settings.find((one) => one.key === key)?.value ?? knownMinutes[key])
  return { amber: minutes('waitingAmber'), red: minutes('waitingRed') }
}

export function waitingOf(since: string | null, now: number, limits: WaitLimits): WaitingTime | null {
  if (since === null) return null
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  return { minutes, tone: minutes >= limits.red ? 'red' : minutes >= limits.amber ? 'amber' : 'calm' }
}

/** 3 min · 2 h · 4 d: short enough for a row. */
export function waitSpan(minutes: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  if (minutes < 60) return { unit: 'minutes', count: minutes }
  if (minutes < 48 * 60) return { unit: 'hours', count: Math.floor(minutes / 60) }
  return { unit: 'days', count: Math.floor(minutes / (24 * 60)) }
}

/** Settings as in the session or on the settings page. */
type Settings = readonly { readonly key: string; readonly value: string }[]

/** The company allows signing and sets the default, each user chooses. `choice`: null until then. */
export function signing(settings: Settings, choice: boolean | null): { isOffered: boolean; isOn: boolean } {
  const isEnabled = (key: SettingKey) => settings.some((one) => one.key === key && one.value === 'enabled')
  const isOffered = isEnabled('sendSignMessage')
  return { isOffered, isOn: isOffered && (choice ?? isEnabled('defaultSignature')) }
}
