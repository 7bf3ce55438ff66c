/** What was checked of the values of an official number, in the order of the screen. Pure. */
import type { OfficialField } from './values'

export const checkNames = ['number', 'account', 'token', 'secret', 'permissions'] as const
export type CheckName = (typeof checkNames)[number]

/**
 * `fault`: a key under `connections.official.fault`, null when it is good. `answer`: what Meta says, or of what is good what it is:
 * the number, the owner of the token.
 */
export type Finding = {
  readonly check: CheckName
  readonly state: 'good' | 'warn' | 'bad' | 'wait'
  readonly fault: string | null
  readonly answer: string | null
}

export const fieldOf: Record<CheckName, OfficialField> = {
  number: 'phoneNumberId',
  account: 'businessAccountId',
  token: 'accessToken',
  secret: 'appSecret',
  permissions: 'accessToken',
}

/** Nothing red stands, and nothing waits to be checked. */
export const isPassed = (findings: readonly Finding[]): boolean =>
  checkNames.every((name) =>
    findings.some(({ check, state }) => check === name && (state === 'good' || state === 'warn')),
  )

/** How many need somebody's attention. */
export const countOpen = (findings: readonly Finding[]): number =>
  findings.filter(({ state }) => state === 'bad' || state === 'warn').length
