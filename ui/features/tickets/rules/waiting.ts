/** How long a contact has waited, and how urgent that is. */
export type WaitTone = 'calm' | 'amber' | 'red'
export type Waiting = { minutes: number; tone: WaitTone }
export type WaitLimits = { amber: number; red: number }

/** Minutes; a company setting may say otherwise. */
export const WAIT_LIMITS: WaitLimits = { amber: 5, red: 15 }

export function waitingOf(since: string | null, now: number, limits: WaitLimits = WAIT_LIMITS): Waiting | null {
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
