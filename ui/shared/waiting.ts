/** How urgent a contact's wait is, by the company's settings. Pure. */
import { knownMinutes, type MinutesKey } from '../../src/settings/contract'

export type WaitTone = 'calm' | 'amber' | 'red'
export type Waiting = { minutes: number; tone: WaitTone }
export type WaitLimits = { readonly amber: number; readonly red: number }

/** From how many minutes on a wait is urgent, as the company has set it. */
export function waitLimits(settings: readonly { readonly key: string; readonly value: string }[]): WaitLimits {
  const minutes = (key: MinutesKey) => Number(settings.find((one) => one.key === key)?.value ?? knownMinutes[key])
  return { amber: minutes('waitingAmber'), red: minutes('waitingRed') }
}

export function waitingOf(since: string | null, now: number, limits: WaitLimits): Waiting | null {
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
